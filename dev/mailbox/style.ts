/** The mailbox page's own style sheet: it stands apart from the site, and still looks like it. */
export const mailboxStyle = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #f5f0e6; color: #14302b; font: 400 1.0625rem/1.6 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 3.75rem) clamp(1rem, 4.7vw, 3.75rem) 5rem; }
h1 { margin: 0; font: 400 clamp(2rem, 1.5rem + 2.6vw, 3.25rem)/1.08 Georgia, "Iowan Old Style", serif; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 0.75rem; font: 400 1.5rem/1.22 Georgia, "Iowan Old Style", serif; }
a { color: #9e4526; text-underline-offset: 0.18em; }
a:hover { color: #7c3319; }
a:focus-visible, iframe:focus-visible, pre:focus-visible { outline: 2px solid #9e4526; outline-offset: 3px; border-radius: 2px; }
.lede { max-width: 40rem; margin: 1rem 0 0; color: #3c524b; }
.ways { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.ways a, .back { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 600; }
.mails { margin: 2rem 0 0; padding: 0; list-style: none; border-bottom: 1px solid #d9cfbc; }
.mails li { position: relative; display: grid; gap: 0 1.5rem; padding: 1.125rem 0; border-top: 1px solid #d9cfbc; }
.mails a { font: 400 1.25rem/1.28 Georgia, "Iowan Old Style", serif; color: #14302b; text-decoration: none; overflow-wrap: anywhere; }
.mails a::after { content: ""; position: absolute; inset: 0; }
.mails a:hover { color: #9e4526; text-decoration: underline; }
.mails span, .mails time { color: #586860; font-size: 0.9375rem; overflow-wrap: anywhere; }
@media (min-width: 48rem) {
  .mails li { grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr) auto; align-items: baseline; }
}
.empty { margin: 2rem 0 0; padding: 2rem 0; border-block: 1px solid #d9cfbc; color: #3c524b; }
dl { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 0.25rem 1rem; margin: 1.5rem 0 0; }
dt { color: #586860; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 84rem; border: 1px solid #d9cfbc; border-radius: 0.375rem; background: #eae2d2; }
pre { margin: 0; padding: 1.25rem 1.5rem; background: #fcf9f3; border: 1px solid #d9cfbc; border-radius: 0.375rem; font: 400 0.9375rem/1.6 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (min-width: 48rem) { iframe { height: 72rem; } }
`;
