// Optimised in development too: the compiler can't read nested rules.
export default { plugins: { "@tailwindcss/postcss": { optimize: { minify: process.env.NODE_ENV === "production" } } } };
