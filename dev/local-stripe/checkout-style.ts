/** The stylesheet of the payment page: the site's colours, as literal values, and fonts that every machine has. */
export const checkoutStyle = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  background: #f5f0e6;
  color: #14302b;
  font: 1.0625rem/1.6 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif;
}
header { background: #143a34; color: #f7f1e4; padding: 1rem 1.5rem; }
header p { max-width: 36rem; margin: 0 auto; }
main {
  width: min(36rem, 100% - 2rem);
  margin: clamp(1.5rem, 6vw, 4rem) auto;
  padding: clamp(1.5rem, 5vw, 2.5rem);
  background: #fcf9f3;
  border: 1px solid #d9cfbc;
  border-radius: 0.375rem;
  box-shadow: 0 1px 2px rgb(58 42 20 / 0.06), 0 10px 28px -12px rgb(58 42 20 / 0.18);
  overflow-wrap: anywhere;
}
h1 {
  margin: 0 0 1.5rem;
  font: 350 clamp(2rem, 1.6rem + 2vw, 3rem) / 1.1 "Fraunces Soft", "Iowan Old Style", "Palatino Linotype", Georgia, serif;
}
h1 .label { display: block; margin-bottom: 0.25rem; font: 600 0.9375rem/1.5 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif; color: #3c524b; }
.items { list-style: none; margin: 0; padding: 0; border-top: 1px solid #d9cfbc; }
.items li, .facts div { display: flex; justify-content: space-between; gap: 1.5rem; padding: 0.75rem 0; border-bottom: 1px solid #d9cfbc; }
.amount, .facts dd { text-align: right; font-variant-numeric: tabular-nums; }
.amount { white-space: nowrap; overflow-wrap: normal; }
.facts { margin: 0; }
.facts dt { color: #3c524b; }
.facts dd { margin: 0; font-weight: 600; }
small { color: #586860; font-size: 0.9375rem; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 2rem; }
button, .button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 2.75rem;
  padding: 0.5rem 1.5rem;
  border: 1px solid #1b4a42;
  border-radius: 999px;
  background: #1b4a42;
  color: #fbf7ef;
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: #10352e; border-color: #10352e; }
button.quiet { background: transparent; border-color: #7f7766; color: #14302b; font-weight: 400; }
button.quiet:hover { background: #eae2d2; }
:focus-visible { outline: 2px solid #9e4526; outline-offset: 3px; }
.hint { margin: 1.25rem 0 0; color: #586860; font-size: 0.9375rem; line-height: 1.5; }
.alert { margin: 0 0 1.5rem; padding: 0.75rem 1rem; border-left: 4px solid #86271a; background: #f5d8cf; color: #86271a; }
@media (max-width: 30rem) { form { flex-direction: column; } }
`;
