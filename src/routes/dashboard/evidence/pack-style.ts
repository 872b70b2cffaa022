// The style sheet of an evidence pack's pages, mainly for print. In browsers that support margin
// boxes (Chromium), the status mark and the page number are in the margin of each page. For other
// browsers, the mark is repeated below the heading of each part.

/** @param mark the status mark for every page */
export const packStyle = (mark: string): string => `
@page { size: A4; margin: 16mm 16mm 18mm; @bottom-left { content: "${mark}"; font: 600 8.5pt "Liberation Sans", Arial, sans-serif; color: #7a1c1c; } @bottom-right { content: counter(page) " / " counter(pages); font: 8.5pt "Liberation Sans", Arial, sans-serif; color: #555; } }
* { box-sizing: border-box; }
body { margin: 0; color: #111; background: #fff; font: 10.5pt/1.45 system-ui, "Segoe UI", "Liberation Sans", Arial, sans-serif; }
main { width: 100%; }
.mark { color: #7a1c1c; font-size: 8.5pt; font-weight: 600; margin: -2mm 0 3mm; }
h1 { font-size: 24pt; line-height: 1.15; margin: 0 0 4mm; }
h2 { font-size: 15pt; margin: 0 0 3mm; padding-bottom: 1mm; border-bottom: 1.5pt solid #111; break-after: avoid; }
h2.small { font-size: 11pt; border: 0; margin-top: 7mm; }
h3 { font-size: 11.5pt; margin: 5mm 0 1.5mm; break-after: avoid; }
p { margin: 0 0 2.5mm; }
.lead { font-size: 12pt; max-width: 150mm; }
.stamp { display: inline-block; border: 1.5pt solid #7a1c1c; color: #7a1c1c; padding: 1.5mm 4mm; font-weight: 700; margin: 6mm 0 8mm; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 1.5mm 8mm; margin: 8mm 0; }
dt { color: #555; } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
ul, ol { margin: 0 0 3mm; padding-left: 6mm; } li { margin-bottom: 1mm; break-inside: avoid; }
header a { color: inherit; text-decoration: none; }
section { margin-top: 12mm; }
table { width: 100%; border-collapse: collapse; margin: 0 0 6mm; font-size: 9pt; }
caption { text-align: left; font-weight: 600; padding: 2mm 0 1.5mm; break-after: avoid; }
caption:empty { display: none; }
th, td { text-align: left; vertical-align: top; padding: 1.2mm 2.5mm 1.2mm 0; border-bottom: .4pt solid #bbb; overflow-wrap: break-word; }
thead th { border-bottom: 1pt solid #111; font-size: 8.5pt; color: #333; vertical-align: bottom; }
tbody th { font-weight: 400; }
.figures td, .figures thead th + th { text-align: right; font-variant-numeric: tabular-nums; }
tr { break-inside: avoid; } table:not(:has(tbody tr:nth-child(12))) { break-inside: avoid; } thead, thead tr { break-after: avoid; } tbody tr:first-child { break-before: avoid; } .figures td { white-space: nowrap; } .figures tbody th { min-width: 38mm; }
code { font: 8.5pt/1.4 ui-monospace, "Liberation Mono", monospace; overflow-wrap: anywhere; }
.address { display: block; color: #555; font-size: 8pt; overflow-wrap: anywhere; }
.rule { margin-bottom: 6mm; } .rule p { break-inside: avoid; break-after: avoid; }
.whole { break-inside: avoid; }
.moment { display: block; white-space: nowrap; }
@media screen { main { max-width: 190mm; margin: 0 auto; padding: 10mm 5mm; } }
@media print { section { margin-top: 0; break-before: page; } #incidents, #certificates, #changes, #processors { break-before: auto; margin-top: 9mm; } }
`;
