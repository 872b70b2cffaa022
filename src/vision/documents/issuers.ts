// Issuers of documents: the codes used in machine-readable zones (ICAO 9303-3, section 5) with
// their countries.

/** Country codes (ISO 3166-1): alpha-3 followed by alpha-2. */
const STATES = `
ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI BELBE BENBJ
BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA
CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE
DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB
GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR
HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH
KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD
MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA
NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL
PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL
SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ
TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG
VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW`;

/**
 * State codes that only ICAO defines, and the code for Kosovo, which is RKS on documents and XK as
 * a two-letter code.
 */
const OTHERS = 'D<<DE GBDGB GBNGB GBOGB GBPGB GBSGB RKSXK';

/**
 * Organisations without a country (ICAO 9303-3, section 5, part D): European Union; United Nations,
 * its agencies and its mission in Kosovo; African Development Bank, Caribbean Community, Council of
 * Europe, Common Market for Eastern and Southern Africa, Southern African Development Community,
 * Economic Community of West African States, Organisation of Eastern Caribbean States, African
 * Export-Import Bank, Parliamentary Assembly of the Mediterranean, Order of Malta, Interpol.
 */
const ORGANISATIONS = 'EUE UNO UNA UNK XBA XCC XCE XCO XDC XEC XES XIM XMP XOM XPO'.split(' ');

const ISSUERS: ReadonlyMap<string, string | undefined> = new Map([
  ...`${STATES} ${OTHERS}`
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 3), pair.slice(3)] as const),
  ...ORGANISATIONS.map((code) => [code, undefined] as const),
]);

/**
 * @param code three characters, `<` included
 * @returns `country` if the issuer has one; undefined for an unknown issuer
 */
export function issuerOf(code: string): { country?: string } | undefined {
  const country = ISSUERS.get(code);
  if (country !== undefined) return { country };
  return ISSUERS.has(code) ? {} : undefined;
}

/** The ISO 3166-1 alpha-2 codes of all issuing countries, without duplicates. */
export const ISSUING_COUNTRIES: readonly string[] = [...new Set(ISSUERS.values())].filter(
  (country) => country !== undefined,
);
