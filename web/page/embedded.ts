// An address of the page that asks for the embedded board leads to that. Nothing else of the
// page begins: it would read what is stored.

if (/[?&]embed=/.test(location.search)) {
  location.replace(`embed.html${location.search}${location.hash}`);
  await new Promise(() => {});
}

export {};
