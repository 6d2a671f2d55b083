// Runs the library in a worker; banchess-client.js is the other end. There is
// nothing to import from it, only its address to give to a Worker.
export {};
