// The site that the page belongs to, and its release. In a site whose files are named by their
// content, the modules of a release are in a folder of its name.

const here = new URL("./", import.meta.url);

/** The address of the page. */
export const SITE = new URL("../", here);

/** The address of a document of this release that shows and does nothing. */
export const BLANK: string = new URL("board.html", here).href;

/** The name of this page's release. */
export const RELEASE: string = here.pathname.split("/").at(-2)!;

/** The beginning of the names of caches and locks, which belong to all pages of the host. */
export const PREFIX = `banchess ${SITE.pathname} `;

/** The lock that each page of this release holds. */
export const LOCK = PREFIX + RELEASE;

/** The cache for what another program shares with the page. */
export const SHARED = `given to ${PREFIX}`;
