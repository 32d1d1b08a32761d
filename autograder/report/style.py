"""The look of the HTML report.

JupyterLab says whether it is light or dark in an attribute of ``body``, VS Code in a class, a
browser in a media query; text takes the colour of what is around it, and tints are translucent,
so that nothing is unreadable where none of the three speaks. Lengths are in em: a page may make
rem 10 px, as nbconvert's does. Without the style (a notebook that
is not trusted) headings, lists and tables still carry the report.
"""

_LIGHT = "--ag-right:#1a7f45; --ag-wrong:#c0321f; --ag-raised:#8f5a00; --ag-guess:#2559b8;"
_DARK = "--ag-right:#6cc890; --ag-wrong:#ff8f80; --ag-raised:#e8b04f; --ag-guess:#8db8ff;"
_OTHER_PAGES = "body:not([data-jp-theme-light], [class*=vscode], [class*=jp-])"

_RULES = """
.ag {
  --ag: color-mix(in srgb, currentColor 45%, transparent);
  --ag-line: color-mix(in srgb, currentColor 18%, transparent);
  --ag-mono: var(--jp-code-font-family, ui-monospace, Menlo, Consolas, monospace);
  box-sizing: border-box; max-width: 62em;
  margin: .3em 0 .6em; padding: .75em 1.1em .85em;
  border: 1px solid var(--ag-line); border-left: 4px solid var(--ag); border-radius: 6px;
  color: var(--jp-ui-font-color1, inherit);
  font-family: var(--jp-content-font-family, system-ui, "Segoe UI", Roboto, sans-serif);
  font-size: var(--jp-content-font-size1, 14px); line-height: 1.5;
}
.ag-right { --ag: var(--ag-right); }
.ag-wrong { --ag: var(--ag-wrong); }
.ag-raised { --ag: var(--ag-raised); }
.ag code, .ag td, .ag pre { font-family: var(--ag-mono); font-size: .93em; color: inherit; }
.ag code, .ag pre { background: none; border: 0; margin: 0; padding: 0; }
.ag p { margin: 0; }
.ag .ag-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .6em; }
.ag .ag-head code { font-size: 1.05em; font-weight: 700; }
.ag .ag-verdict { color: var(--ag); font-weight: 700; }
.ag dl {
  display: grid; grid-template-columns: 5.75em minmax(0, 1fr); align-items: baseline;
  gap: .1em .9em; margin: .7em 0 0;
}
.ag dt, .ag h5 {
  float: none; width: auto; margin: 0; padding: 0;
  font-size: .93em; font-weight: 400; line-height: inherit; color: inherit; opacity: .74;
}
.ag dd { margin: 0; padding: 0; overflow-wrap: anywhere; }
.ag .ag-bad { color: var(--ag-wrong); font-weight: 700; }
.ag .ag-pair { display: flex; flex-wrap: wrap; gap: .6em 2.5em; margin: .7em 0 0 6.75em; }
.ag table {
  border: solid var(--ag-line); border-width: 0 1px; border-radius: 5px;
  border-collapse: separate; border-spacing: 0; margin: .15em 0 0; table-layout: auto;
}
.ag tr, .ag tr:nth-child(odd), .ag tr:hover { background: none; }
.ag td { border: 0; padding: .06em .55em; text-align: right; white-space: nowrap; }
.ag td.ag-bad {
  background: color-mix(in srgb, var(--ag-wrong) 14%, transparent);
  text-decoration: underline; text-underline-offset: 3px;
}
.ag ul {
  display: flex; flex-wrap: wrap; gap: .3em .45em;
  list-style: none; margin: .9em 0 .35em; padding: 0;
}
.ag li {
  margin: 0; padding: 0 .65em; border-radius: 1em;
  border: 1px solid color-mix(in srgb, var(--ag) 55%, transparent);
  font-size: .9em; line-height: 1.65;
}
.ag li b { color: var(--ag); font-weight: 600; }
.ag li.ag-off { opacity: .66; border-style: dashed; }
.ag li.ag-off b { color: inherit; font-weight: 400; }
.ag .ag-guess {
  margin: .85em 0 0; padding: .5em .85em .6em; border-radius: 6px;
  border: 1px dashed color-mix(in srgb, var(--ag-guess) 60%, transparent);
  background: color-mix(in srgb, var(--ag-guess) 8%, transparent);
}
.ag .ag-guess h5 { color: var(--ag-guess); opacity: 1; font-weight: 600; }
.ag .ag-guess p + p { margin-top: .2em; }
.ag .ag-replay { margin: .8em 0 0; }
.ag pre { white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.45; }
"""

STYLE = f"""<style>
.ag {{ {_LIGHT} }}
@media (prefers-color-scheme: dark) {{ {_OTHER_PAGES} .ag {{ {_DARK} }} }}
body[data-jp-theme-light=false] .ag, body.vscode-dark .ag {{ {_DARK} }}
{_RULES.strip()}
</style>"""
