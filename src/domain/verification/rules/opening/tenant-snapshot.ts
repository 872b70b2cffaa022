// A tenant, as stored in its sessions. Pure data.
import type { StoredResidency } from '../../../terms/residency.ts';

/**
 * Unpublished texts of the privacy notice. If a member is absent, the published text applies; null
 * means that there is no text.
 */
interface Preview {
  privacyUrl?: string | null;
}

/** The tenant as it was when the session began; later changes do not affect running sessions. */
export interface TenantSnapshot extends StoredResidency {
  id: string;
  name: string;
  color?: string;
  /** SHA-256 of the `data:` URL, hex; part of the logo's address (routes/hosted/logo.ts). */
  logoHash?: string;
  /** The `data:` URL itself, for a logo in a preview (D-115). */
  logo?: string;
  /** An address for people who cannot do what the check requires. */
  alternativeUrl?: string;
  /** The contact for people who contest a decision: an email or https address. */
  contact?: string;
  /** The controller's name as shown to visitors, instead of `name`. */
  controllerName?: string;
  /**
   * The unpublished texts that a member previews, if any (D-123); the page then states that it is a
   * preview.
   */
  preview?: Preview;
  /** Origins whose pages may embed the session in a frame. */
  embedOrigins?: string[];
  ageMarginYears: number;
  retentionDays: number;
  /** Whether operators forbid storing ages from the tenant's checks (D-75). */
  agesDistrusted?: true;
  /** Whether the tenant collects counts of the steps at which visitors leave (D-124). */
  countsLeaving?: true;
}
