package torture

import (
	"errors"
	"fmt"
	"strings"

	"github.com/banchess/banchess/scripts/e2e"
)

// check finds mixes and lost games in all tabs.
func (o *order) check() error {
	for i, t := range o.tabs {
		if t.lost {
			continue
		}
		var of, in []string
		if err := first(t.Eval(e2e.Loaded, &of), t.Eval(e2e.Folders, &in)); err != nil {
			return err
		}
		if len(of) != 1 || len(in) != 1 {
			return fmt.Errorf("tab %d is a mix: its files are of %v, from %v", i+1, of, in)
		}
		if err := t.sameGame(); err != nil {
			return fmt.Errorf("tab %d: %w", i+1, err)
		}
		for _, problem := range t.Problems() {
			if strings.HasPrefix(problem, "uncaught") {
				return errors.New("a page has a problem: " + problem)
			}
		}
	}
	return nil
}

// looksForReleases reports whether the page has started the part that finds new releases, after it
// has come or cannot come. That part holds a lock, and a lock tells whose it is.
const looksForReleases = `(async () => {
	await import(new URL("offline.js", document.querySelector("script[type=module][src]").src)).catch(() => {});
	await new Promise((done) => setTimeout(done));
	return navigator.locks.request("this tab", async () => {
		const {held} = await navigator.locks.query(), {clientId} = held.find(({name}) => name === "this tab");
		return held.some((lock) => lock.clientId === clientId && lock.name.startsWith("banchess "));
	});
})()`

// repairs loads a tab again that has no part that finds new releases: the network was down when the
// board was ready, and later the tab's release was gone. Such a tab comes from the network, so that
// it comes in the newest release.
func (o *order) repairs(t *tab) error {
	var looks bool
	if err := t.Eval(looksForReleases, &looks); err != nil || looks {
		return err
	}
	o.sum["tabs without a part"]++
	return o.reload(t, "setTimeout(() => location.reload())")
}

// newestInstalled reports whether the newest release that is installed is the one in a folder. It
// makes the page look for another one, once a second.
const newestInstalled = `(async (folder) => {
	if (performance.now() - (window.looked ?? -1000) >= 1000) {
		window.looked = performance.now();
		` + e2e.ComesBack + `;
	}
	const registration = await navigator.serviceWorker.getRegistration(), worker = registration?.waiting ?? registration?.active;
	if (!worker || registration.installing) return false;
	const {port1, port2} = new MessageChannel(), told = new Promise((told) => port1.onmessage = ({data}) => told(data));
	worker.postMessage("release", [port2]);
	return (await told) === folder;
})`

// settles brings every tab to the newest release.
func (o *order) settles() error {
	o.Goes(false)
	for _, t := range o.tabs {
		if t.lost {
			if err := o.reload(t, fmt.Sprintf("setTimeout(() => location.href = %q)", o.Address)); err != nil {
				return err
			}
			if t.lost {
				// The browser has kept a page whose files are gone. The page says so.
				o.sum["clicks"]++
				if err := o.reload(t, "document.querySelector('.stale a').click()"); err != nil {
					return err
				}
			}
			if t.lost {
				return errors.New("a tab does not load with the network")
			}
		}
	}
	list, err := e2e.PlaceIn(o.Dirs[o.Current])
	if err != nil {
		return err
	}
	for i, t := range o.tabs {
		if err := o.repairs(t); err != nil {
			return fmt.Errorf("tab %d: %w", i+1, err)
		}
		if err := t.Wait(fmt.Sprintf("%s(%q)", newestInstalled, list)); err != nil {
			return fmt.Errorf("tab %d finds no release %s: %w", i+1, o.Newest(), err)
		}
		newest := fmt.Sprintf("%s === %q", e2e.Release, o.Newest())
		if err := t.Wait(newest + " || " + e2e.IsOffered); err != nil {
			return fmt.Errorf("tab %d is not offered the release %s: %w", i+1, o.Newest(), err)
		}
		var is bool
		if err := t.Eval(newest, &is); err != nil {
			return err
		}
		if !is {
			if err := o.click(t); err != nil {
				return fmt.Errorf("tab %d: %w", i+1, err)
			}
		}
		var now string
		if err := t.Eval(e2e.Release, &now); err != nil {
			return err
		}
		if now != o.Newest() {
			return fmt.Errorf("tab %d is at the release %s after a click, and not at %s", i+1, now, o.Newest())
		}
	}
	if err := o.check(); err != nil {
		return err
	}
	if err := o.tabs[0].Wait(e2e.KeptReleases + ".then((n) => n === 1)"); err != nil {
		return fmt.Errorf("older releases are kept: %w", err)
	}
	return nil
}
