// If the address asks for the embedded board, goes there, and starts nothing else: the rest of
// the page would read what is stored.

if (/[?&]embed=/.test(location.search)) {
  location.replace(`embed.html${location.search}${location.hash}`);
  await new Promise(() => {});
}

export {};
