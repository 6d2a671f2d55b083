package shell

import (
	"fmt"
	"slices"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

// Markup that gets into the page runs no script and sends no request: its policy blocks
// inline scripts, handlers, and content of another host. Every test checks that no other
// host gets a request.
func TestPolicy(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Allow: e2e.Faulty("Content Security Policy")}).Ready()
	for _, tt := range []struct{ name, into, directive string }{
		{"script", `const e = document.createElement("script"); e.textContent = "window.ran = 'script'"; document.body.append(e)`, "script-src-elem"},
		{"handler", `document.body.insertAdjacentHTML("beforeend", "<button id=hostile onclick=\"window.ran = 'handler'\">")`, "script-src-attr"},
		{"eval", `setTimeout(() => { try { eval("window.ran = 'eval'") } catch {} })`, "script-src"},
		{"host", `const e = document.createElement("script"); e.src = "https://host.invalid/a.js"; document.body.append(e)`, "script-src-elem"},
		{"image", `const e = new Image(); e.src = "https://host.invalid/a.png"; document.body.append(e)`, "img-src"},
		{"fetch", `fetch("https://host.invalid/a.json").catch(() => {})`, "connect-src"},
	} {
		var directives []string
		p.Must(p.Eval(fmt.Sprintf(`(async () => {
			window.ran = "";
			const blocked = [];
			const listen = ({effectiveDirective}) => blocked.push(effectiveDirective);
			document.addEventListener("securitypolicyviolation", listen);
			%s;
			document.getElementById("hostile")?.click();
			// The policy reports in a separate task.
			for (let n = 0; n < 100 && blocked.length === 0 && !ran; n++) await new Promise((done) => requestAnimationFrame(done));
			document.removeEventListener("securitypolicyviolation", listen);
			document.getElementById("hostile")?.remove();
			return blocked;
		})()`, tt.into), &directives))
		if !slices.Contains(directives, tt.directive) {
			t.Errorf("%s: blocked are %q, want %s", tt.name, directives, tt.directive)
		}
		if ran := p.Text("window.ran"); ran != "" {
			t.Errorf("%s ran", ran)
		}
	}
}
