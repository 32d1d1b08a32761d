"""The look of the HTML report.

JupyterLab says whether it is light or dark in an attribute of ``body``, VS Code in a class, a
browser in a media query; text takes the colour of what is around it, and tints are translucent,
so that nothing is unreadable where none of the three speaks. Without the style (a notebook that
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
  box-sizing: border-box; max-width: 54rem;
  margin: .3rem 0 .6rem; padding: .75rem 1.1rem .85rem;
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
.ag .ag-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .6rem; }
.ag .ag-head code { font-size: 1.05em; font-weight: 700; }
.ag .ag-verdict { color: var(--ag); font-weight: 700; }
.ag dl {
  display: grid; grid-template-columns: 5rem minmax(0, 1fr); align-items: baseline;
  gap: .1rem .9rem; margin: .7rem 0 0;
}
.ag dt, .ag h5 {
  float: none; width: auto; margin: 0; padding: 0;
  font-size: .93em; font-weight: 400; line-height: inherit; color: inherit; opacity: .74;
}
.ag dd { margin: 0; padding: 0; overflow-wrap: anywhere; }
.ag .ag-bad { color: var(--ag-wrong); font-weight: 700; }
.ag .ag-pair { display: flex; flex-wrap: wrap; gap: .6rem 2.2rem; margin: .7rem 0 0 5.9rem; }
.ag table {
  border: solid var(--ag-line); border-width: 0 1px; border-radius: 5px;
  border-collapse: separate; border-spacing: 0; margin: .15rem 0 0; table-layout: auto;
}
.ag tr, .ag tr:nth-child(odd), .ag tr:hover { background: none; }
.ag td { border: 0; padding: .06rem .55rem; text-align: right; white-space: nowrap; }
.ag td.ag-bad {
  background: color-mix(in srgb, var(--ag-wrong) 14%, transparent);
  text-decoration: underline; text-underline-offset: 3px;
}
.ag ul {
  display: flex; flex-wrap: wrap; gap: .3rem .45rem;
  list-style: none; margin: .9rem 0 .35rem; padding: 0;
}
.ag li {
  margin: 0; padding: 0 .65rem; border-radius: 1rem;
  border: 1px solid color-mix(in srgb, var(--ag) 55%, transparent);
  font-size: .9em; line-height: 1.65;
}
.ag li b { color: var(--ag); font-weight: 600; }
.ag li.ag-off { opacity: .66; border-style: dashed; }
.ag li.ag-off b { color: inherit; font-weight: 400; }
.ag .ag-guess {
  margin: .85rem 0 0; padding: .5rem .85rem .6rem; border-radius: 6px;
  border: 1px dashed color-mix(in srgb, var(--ag-guess) 60%, transparent);
  background: color-mix(in srgb, var(--ag-guess) 8%, transparent);
}
.ag .ag-guess h5 { color: var(--ag-guess); opacity: 1; font-weight: 600; }
.ag .ag-guess p + p { margin-top: .2rem; }
.ag .ag-replay { margin: .8rem 0 0; }
.ag pre { white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.45; }
"""

STYLE = f"""<style>
.ag {{ {_LIGHT} }}
@media (prefers-color-scheme: dark) {{ {_OTHER_PAGES} .ag {{ {_DARK} }} }}
body[data-jp-theme-light=false] .ag, body.vscode-dark .ag {{ {_DARK} }}
{_RULES.strip()}
</style>"""
