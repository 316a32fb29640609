/** What becomes of a place that is given up: nobody need wait for it, nor be offered it, so no text promises more. */
export const whereItGoes = "goes to the first on the waitlist, or is free for everybody";
