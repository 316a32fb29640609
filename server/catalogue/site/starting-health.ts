/**
 * What the form of the health statement is filled with until the instructor saves one. It begins with the conditions for
 * which a doctor has to be asked.
 */
export const startingHealthStatement = `Please ask your doctor before you book if you are pregnant or might be, or if you have or have had any of these:
• heart disease, high or low blood pressure, a stroke or an aneurysm
• epilepsy or seizures
• severe asthma or another lung condition
• glaucoma or a detached retina
• an operation or an injury in the last three months
• panic attacks, psychosis, bipolar disorder or severe depression
or if you take medicines that affect your heart, your blood pressure or your mood.

Please sit or lie down for breathwork, never in water and never while driving. Bring your inhaler if you use one. You can slow down or stop at any moment.

Breathwork is gentle for most people, and it changes how your body feels: you may tingle, feel light-headed, warm or moved. It does not replace medical or psychological treatment, and is no reason to change it.`;
