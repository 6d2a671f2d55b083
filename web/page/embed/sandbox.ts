// Says why nothing starts in a frame whose sandbox gives it no origin: a module of the site,
// its WebAssembly and the board's own frame are then of another one. This script is no
// module, so it runs even there.

if (origin === "null") document.documentElement.dataset["sandbox"] = "";

export {};
