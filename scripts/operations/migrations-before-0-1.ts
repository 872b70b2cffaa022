// The migrations from before 0.1, which 0000_agate.sql and 0001_triggers.sql have replaced. They
// are listed by the names that wrangler wrote into a database's journal (the table d1_migrations).

export const MIGRATIONS_BEFORE_0_1: readonly string[] = [
  '0000_first.sql',
  '0001_funnel-and-alternatives.sql',
  '0002_signing-keys.sql',
  '0003_accounts.sql',
  '0004_email-changes.sql',
  '0005_staff.sql',
  '0006_rollups.sql',
  '0007_webhooks.sql',
  '0008_embed-origins.sql',
  '0009_remembered-consent.sql',
  '0010_dashboard.sql',
  '0011_session-rollups.sql',
  '0012_forgetful-search.sql',
  '0013_deliveries-by-state.sql',
  '0014_attempt-cap.sql',
  '0015_where-kept-ages-come-from.sql',
  '0016_key-rotation-and-growth.sql',
  '0017_what-heals.sql',
  '0018_schedule-runs.sql',
  '0019_tenants-require-second-factor.sql',
  '0020_nightly-by-day.sql',
  '0021_ages-not-revoked.sql',
  '0022_logout-notices-overdue.sql',
  '0023_who-is-responsible.sql',
  '0024_age-target.sql',
  '0025_where-sessions-are-measured.sql',
  '0026_customers-unproven.sql',
  '0027_retakes.sql',
  '0028_documents-settings.sql',
  '0029_contests.sql',
  '0030_face-templates.sql',
  '0031_reviews.sql',
  '0032_document-fields.sql',
  '0033_chief_vance_astro.sql',
  '0034_blocked-faces.sql',
  '0035_shiny_scream.sql',
  '0036_face-sessions.sql',
  '0037_keep-faces.sql',
  '0038_pkce-optional.sql',
  '0039_old_warbird.sql',
  '0040_public-clients.sql',
  '0041_staff-language.sql',
  '0042_front-channel-and-dpop.sql',
  '0043_suspended-tenants.sql',
  '0044_request-lines.sql',
  '0045_lists-without-walks.sql',
  '0046_clients-listed-and-trust.sql',
  '0047_fall-through.sql',
  '0048_risk-bands.sql',
  '0049_counts-under-filters.sql',
  '0050_erased-documents.sql',
];

/**
 * The migrations that create the same tables, indexes and triggers as those from before 0.1 did.
 */
export const MIGRATIONS_OF_0_1: readonly string[] = ['0000_agate.sql', '0001_triggers.sql'];

/** Advice for the operator of a database from before 0.1. */
export const UPGRADE_HINT =
  'The database is from before 0.1. Run "npm run upgrade:0.1" (docs/deploy.md).';

/**
 * @param applied the names of the migrations in the database's journal
 * @returns whether the database is from before 0.1
 */
export const isBefore01 = (applied: Iterable<string>): boolean =>
  [...applied].some((name) => MIGRATIONS_BEFORE_0_1.includes(name));
