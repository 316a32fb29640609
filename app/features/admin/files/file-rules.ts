/** What becomes of the files of one kind: all that the readers of the server do with them. */
type FileRules = {
  id: "captions" | "calendars" | "lists" | "films" | "names";
  title: string;
  accepted: string;
  mended: string;
  skipped: string;
  refused: string;
};

export const fileRules: FileRules[] = [
  {
    id: "captions",
    title: "Captions",
    accepted:
      "WebVTT and SRT, up to 1 MB and 5,000 captions, as YouTube, Whisper, Zoom, Otter and Subtitle Edit write them. UTF-8 and UTF-16 are recognised.",
    mended:
      "Times without hours, with one digit, without thousandths or with a comma or a point. Empty lines inside a caption. Captions that are not in the order of their times. A file in the letters of Windows (Western Europe): you see the text before you go on, because it is a guess.",
    skipped:
      "A caption that ends when or before it begins, or whose times make no sense. You see its line. Markup and places of SRT files are not kept.",
    refused:
      "ASS, SSA, SBV, TTML, SAMI, MicroDVD, LRC and RTF files: save them as SRT or WebVTT. Files in an alphabet that can’t be told: save them as UTF-8. Files without any caption.",
  },
  {
    id: "calendars",
    title: "Calendars",
    accepted:
      "Calendar files (iCalendar) of Google, Outlook, Exchange, iCloud, Lotus Notes, Zimbra, Fastmail and Nextcloud, up to 5 MB and 2,000 events that are not over.",
    mended:
      "Time zones by the names of Windows, with numbers behind them, by places (“Amsterdam, Berlin”), by an offset, by a program’s own list, and by the rules that the file gives. A yearly event of 29 February is busy in leap years only.",
    skipped:
      "Events that can’t be read; the list of your calendars counts them and says why. An event in a time zone that this site does not know is busy for every hour that it may mean: no time is offered by mistake.",
    refused:
      "A calendar with an event that repeats without end every few seconds, or more events than fit. The last answer counts until it can be read again.",
  },
  {
    id: "lists",
    title: "Lists to import",
    accepted:
      "CSV files of Excel, Numbers, Momence, Eventbrite, Mindbody, Acuity and Stripe, up to 5 MB and 10,000 rows, with commas, semicolons, tabs or bars, in UTF-8 or UTF-16.",
    mended:
      "Amounts such as 1.234,50, 1 234,50 €, 1'234.50 and 18,-. Dates in fifteen ways, Excel’s numbers too. Names with the last name first. Addresses with “mailto:”, a name around them, or invisible characters. For a file saved by Windows without an encoding (Western European is assumed), you check the accented words before you import.",
    skipped:
      "Cancelled and refunded bookings, and those that are here. Rows with problems are named, such as an amount 18.500 that may be 18.50 or 18,500; import the others without them, or correct the file.",
    refused:
      "Spreadsheets themselves (save them as “CSV UTF-8”), files in an alphabet that can’t be told, and files without a column for the email address.",
  },
  {
    id: "films",
    title: "Films, sounds and pictures",
    accepted:
      "MP4, MOV, WebM and MKV; MP3, M4A, WAV (also longer than 4 GB), FLAC and OGG; JPEG, PNG, WebP, AVIF and GIF. Without ffmpeg on the server, films are played as they are: MP4 and WebM.",
    mended:
      "Films that lie on their side, have a varying speed, several channels of sound or the bright colours of telephones, also if they do not say which. What a camera has written into them, such as the place, is removed.",
    skipped:
      "A still or a cover that stands before the film. A picture at a second that has none: the first one is taken, or none, and the film is kept.",
    refused:
      "Files that are cut off, empty, longer than a day or larger than 8K. The sentence says how to export them.",
  },
  {
    id: "names",
    title: "Names and addresses",
    accepted:
      "Names in every script, on pages, in mails, PDFs and pictures for links. Email addresses with all signs that browsers accept.",
    mended:
      "An accented letter that a phone sends in two parts becomes one. Invisible characters, which come with text copied from chats, are removed from names, addresses and codes. A search for Zoe finds Zoë.",
    skipped: "Emoji in PDFs: a name of nothing else is printed as the numbers of its signs.",
    refused: "A name of which nothing can be seen. An email address without a full domain.",
  },
];
