// A tenant as its sessions know it. Pure data.

/** What only the privacy notice says; absent: as published, null: nothing. */
interface Preview {
  privacyUrl?: string | null;
}

/** The tenant as it was when the session began; later changes do not touch running sessions. */
export interface TenantSnapshot {
  id: string;
  name: string;
  color?: string;
  /** SHA-256 of the `data:` URL, hex: its address is made of it (routes/hosted/logo.ts). */
  logoHash?: string;
  /** The `data:` URL itself, of a logo that is only tried (D-115). */
  logo?: string;
  /** Where a person goes who cannot do what the check asks. */
  alternativeUrl?: string;
  /** Where a person turns who contests: mail or https address. */
  contact?: string;
  /** Named to visitors as the controller instead of `name`. */
  controllerName?: string;
  /** A member tries texts that nobody has published (D-123): the page says so. */
  preview?: Preview;
  /** Origins whose pages may show the session in a frame. */
  embedOrigins?: string[];
  ageMarginYears: number;
  retentionDays: number;
  /** Operators let no age of its checks be kept (D-75). */
  agesDistrusted?: true;
  /** It is counted where visitors leave (D-124). */
  countsLeaving?: true;
}
