import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from './tenants.ts';

const IS_THERE = sql`deleted_at_ms IS NULL`;

/**
 * Relying parties. Lists are JSON arrays of strings, because they are always read as a whole and
 * compared exactly.
 */
export const oauthClients = sqliteTable(
  'oauth_clients',
  {
    /** The client's id, `xoc_…`. */
    id: text().primaryKey(),
    tenant_id: text()
      .notNull()
      .references(() => tenants.id),
    name: text().notNull(),
    /** A `data:` URL of at most 16 KiB, because our pages load nothing from other origins. */
    logo: text(),
    /** https URL of the logo for the consent/info endpoint; null when the site has none. */
    logo_url: text(),
    redirect_uris: text().notNull(),
    scopes: text().notNull(),
    post_logout_redirect_uris: text().notNull().default('[]'),
    backchannel_logout_uri: text(),
    /** The URL that our sign-out page loads in an iframe after a person has signed out (D-111). */
    frontchannel_logout_uri: text(),
    /** SHA-256 of the secrets, lower-case hex; two are valid during a rotation. */
    secret_hash: text().notNull(),
    previous_secret_hash: text(),
    previous_secret_expires_at_ms: integer(),
    created_at_ms: integer().notNull(),
    deleted_at_ms: integer(),
    /** The age thresholds that claims may contain, out of 12, 15, 18, 21 and 25; null for all. */
    age_thresholds: text(),
    /** Whether the client has no secret (D-105), in which case `secret_hash` is empty. */
    is_public: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * Origins of pages that may call the token endpoints, as a JSON array; for public clients only.
     */
    web_origins: text().notNull().default('[]'),
    /** Whether the client may send requests without a code challenge (D-103). */
    pkce_optional: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * Whether requests without a code challenge may also lack a nonce; only an operator can set
     * this, together with `pkce_optional`.
     */
    nonce_optional: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether the client's ID tokens also contain the claims that userinfo returns (D-133). */
    id_token_claims: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * Whether the client is a native app that listens on any free port of the person's device
     * (D-134).
     */
    is_native: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether the client refuses sign-ins by face (D-99). */
    refuses_face: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether the client only receives tokens that are bound to a key (RFC 9449 5.2). */
    dpop_bound_access_tokens: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether the client authenticates with a signature instead of a secret (D-153). */
    private_key_jwt: integer({ mode: 'boolean' }).notNull().default(false),
    /** A JSON Web Key Set of public keys, or its URL; at most one of the two is set. */
    jwks: text(),
    jwks_uri: text(),
    /** Whether the client must send its requests through PAR (RFC 9126 6). */
    require_pushed: integer({ mode: 'boolean' }).notNull().default(false),
    /** The algorithm of the client's ID tokens; null for RS256. */
    id_token_alg: text({ enum: ['RS256', 'ES256'] }),
    /** A security profile, whose rules apply in addition to the settings above. */
    profile: text({ enum: ['fapi2'] }),
    /**
     * The default `max_age` in seconds; null for no limit (OpenID Connect Dynamic Client
     * Registration 1.0, 2).
     */
    default_max_age: integer(),
    /** Whether the client may request device codes (RFC 8628). */
    device_flow: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether the client's pages may request a sign-in through the browser's FedCM API (D-158). */
    fedcm: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('oauth_clients_by_tenant').on(table.tenant_id),
    // Indexes for the operators' list of clients: by customer, by the beginning of the name, and by
    // date for each filter.
    index('oauth_clients_of_tenant').on(table.tenant_id, table.created_at_ms).where(IS_THERE),
    index('oauth_clients_by_name')
      .on(sql`lower(name)`)
      .where(IS_THERE),
    index('oauth_clients_by_creation').on(table.created_at_ms, table.id).where(IS_THERE),
    index('oauth_clients_by_pkce')
      .on(table.pkce_optional, table.created_at_ms, table.id)
      .where(IS_THERE),
    index('oauth_clients_by_kind')
      .on(table.is_public, table.created_at_ms, table.id)
      .where(IS_THERE),
    index('oauth_clients_by_kind_pkce')
      .on(table.is_public, table.pkce_optional, table.created_at_ms, table.id)
      .where(IS_THERE),
  ],
);
