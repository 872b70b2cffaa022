/** The styles of all pages. */
export const STYLES = `
:root { color-scheme: light dark; --ink: #1b2430; --paper: #f4f6f9; --card: #fff; --line: #c9d1dc; --quiet: #56616f; --accent: #1f4fa3; --on-accent: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7ecf3; --paper: #12171e; --card: #1b222c; --line: #3a4554; --quiet: #a3afbf; --accent: #8fb6ff; --on-accent: #0c1422 }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
header, main, footer { width: min(100% - 2rem, 36rem); margin-inline: auto }
header { padding-block: 1.25rem; font-weight: 650 }
header a { color: inherit; text-decoration: none }
main { padding: 1.5rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card) }
footer { padding-block: 1.25rem; color: var(--quiet); font-size: .875rem }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
h2 { font-size: 1rem }
form { display: grid; gap: .75rem; margin-block: 1.25rem }
label { font-weight: 600 }
input:not([type=radio]) { width: 100%; padding: .75rem; border: 1px solid var(--quiet); border-radius: .5rem; font: inherit; color: inherit; background: var(--paper) }
button, .button { justify-self: start; padding: .75rem 1.25rem; border: 0; border-radius: .5rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); text-decoration: none; display: inline-block; cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
fieldset { display: grid; gap: .5rem; margin: 0; padding: 0; border: 0 }
legend { margin-bottom: .5rem; padding: 0; font-weight: 600 }
.choice { display: flex; gap: .75rem; align-items: start; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; font-weight: 400; cursor: pointer }
.choice:has(:checked) { border-color: var(--accent) }
.choice strong { display: block }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: .125rem 0 0; accent-color: var(--accent) }
dt { font-weight: 600 }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere }
pre { padding: .75rem; border-radius: .5rem; background: var(--paper); white-space: pre-wrap; overflow-wrap: anywhere }
code { font-size: .875rem }
a { color: var(--accent) }
.hint { color: var(--quiet); font-size: .9375rem }
`;
