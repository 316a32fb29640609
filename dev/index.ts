export { createDevRouter } from "./router";
export { startLocalStripe } from "./local-stripe/index";
export { seedDemo } from "./seed/seed-demo";
