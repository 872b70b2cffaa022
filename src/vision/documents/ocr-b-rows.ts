// The amount of ink in each row of an OCR-B character, computed from the outlines used to draw
// specimens (a test compares the two).

/**
 * The rows of a character: each is a twentieth of the character pitch high, and the last four are
 * below the baseline.
 */
export const OCR_B_ROWS = { count: 28, aPitch: 20, below: 4 } as const;

/**
 * The ink in each row of a character, from the top, as one base-36 digit per row; 35 would be a row
 * full of ink.
 */
export const OCR_B_INK: Readonly<Record<string, string>> = {
  '<': '0000058999999799999985000000',
  A: '0000389aaaaaaaacijfaaaa81000',
  B: '00006jlgaaaahlmfaaaabllg0000',
  C: '00005cfca65555555558aeea1000',
  D: '00002adecbaaaaaaaaabdgd80000',
  E: '00007lla5555bjj855555hlj0000',
  F: '00006ii95555agg7555555541000',
  G: '00006eie85555ahhcaaabgie3000',
  H: '000049aaaaaaellfaaaaaaa81000',
  I: '00006gg85555555555555ejh0000',
  J: '0000255555555555579aadea2000',
  K: '00004accccccbaacccccccb91000',
  L: '000025555555555555555inl0000',
  M: '0000ahijkkkkjihgfeaaaaa81000',
  N: '00006bcdefffffffffffedca2000',
  O: '00006cfcbaaaaaaaaaaabfe91000',
  P: '00005hkfaaaabjkg555555541000',
  Q: '00005cgdbaaaaadfggedhie51000',
  R: '00004gjfaaaaahifbaaaaaa81000',
  S: '00006ehca7569aa8657abfgc2000',
  T: '00009oob55555555555555541000',
  U: '000049aaaaaaaaaaaaaabghd2000',
  V: '00004aaaaaaaaaaaaaaaaa981000',
  W: '000049aaaaaaeghijkkihfdb2000',
  X: '00004abbbbbb9779bbbbbbb81000',
  Y: '00004abbbbbba865555555541000',
  Z: '00007jja5555555555555hlj0000',
  0: '002chfbaa99aaaaaaaaabfhc2000',
  1: '00169bccb7555555555555541000',
  2: '002ejh855556789876555imk0000',
  3: '000kmi77777ada6555557hjf2000',
  4: '0014555555558aaaeood55541000',
  5: '000hjf5555cgd65555567dfc2000',
  6: '00146766668gjhcaaaaachhc2000',
  7: '000moj5666666655555555541000',
  8: '002cggbaacgecfecbaaabhid2000',
  9: '002bggcaaaaabhjg866667641000',
};
