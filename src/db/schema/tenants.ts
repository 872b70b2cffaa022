import { sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { TENANT_STATE } from '../tenant-state.ts';
import { plans } from './plans.ts';

/**
 * A customer of the service. Branding and rules are copied into each session when it is created.
 */
export const tenants = sqliteTable(
  'tenants',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /**
     * Where the objects that contain data about the customer's visitors are kept (D-172). A trigger
     * rejects every change.
     */
    residency: text({ enum: ['none', 'eu'] })
      .notNull()
      .default('none'),
    /** Brand colour, `#rrggbb`. */
    color: text(),
    /**
     * A `data:` URL of at most 16 KiB. The hosted page loads nothing from other origins; it loads
     * the logo from this service, at a URL that contains the logo's hash.
     */
    logo: text(),
    /** https URL of an alternative for people who cannot do the camera check. */
    alternative_url: text(),
    /** The controller's legal name; null when it equals `name`. */
    controller_name: text(),
    /** Contact for visitors' questions about their data: an email or https address. */
    privacy_contact: text(),
    /** https URL of the customer's own privacy notice. */
    privacy_url: text(),
    /** JSON array of the origins that may embed the hosted page and use publishable keys. */
    embed_origins: text().notNull().default('[]'),
    /** JSON array of allowed callback origins; empty for any. */
    callback_origins: text().notNull().default('[]'),
    /** The language and theme of sessions whose init request specifies none. */
    default_locale: text(),
    default_theme: text({ enum: ['light', 'dark', 'system'] }),
    /** Overrides the verification mode that an init request specifies. */
    required_method: text({ enum: ['document', 'facial'] }),
    /** Overrides the configured age margin, in years. */
    age_margin_years: real(),
    /**
     * The maximum share, as a percentage, of people up to five years below the age gate who may
     * pass; set instead of a margin (D-84).
     */
    age_target: integer(),
    /** Maximum number of failed sessions per user id within 24 hours (D-55); 0 for no limit. */
    attempt_cap: integer().notNull().default(3),
    /**
     * The methods that the customer's sessions accept (D-57): JSON array; null for the methods of
     * the verification mode. An init request cannot add methods.
     */
    accept_methods: text(),
    accept_order: text(),
    max_proof_age_days: integer(),
    /**
     * Events after which an age that was proved earlier must be proved again (D-163): JSON array.
     */
    recheck: text().notNull().default('[]'),
    min_assurance: text({ enum: ['device', 'edge', 'document', 'wallet'] }),
    liveness_level: text({ enum: ['standard', 'strict'] }),
    /** Whether a visitor whose age is inconclusive must show a document (D-91). */
    document_step_up: integer({ mode: 'boolean' }).notNull().default(true),
    /** Kinds of documents that the customer's sessions accept: JSON array; null for all. */
    allowed_documents: text(),
    /**
     * Whether the customer's reviewers may decide document checks that were inconclusive (D-95),
     * and whether an approval needs two of them.
     */
    reviews: integer({ mode: 'boolean' }).notNull().default(false),
    review_second_person: integer({ mode: 'boolean' }).notNull().default(false),
    /** Document fields in results of `id_verification` (D-96): JSON array; null for none. */
    document_fields: text(),
    /**
     * Key for hashes of document numbers, sealed with KEY_ENCRYPTION_KEY; null until
     * `document_fields` includes the number.
     */
    document_number_key: text(),
    /**
     * How many days after the verdict a face is kept, so that the customer can block it (D-100); 0
     * when faces are not kept.
     */
    keep_faces_days: integer().notNull().default(0),
    /** Whether a session may be answered with an age that is stored in the person's account. */
    agate_id: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * Whether a person who answers a session with an account must first show the account's enrolled
     * face (D-104).
     */
    agate_id_face: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * Whether ages from the customer's checks may be stored and accepted elsewhere; set by
     * operators (D-75).
     */
    ages_trusted: integer({ mode: 'boolean' }).notNull().default(true),
    /**
     * Whether to count, by language and device class, how many visitors abandon the customer's
     * checks at each step (D-124).
     */
    fall_through: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * The law that applies to the customer's sessions (D-157): `off`, `auto` (the law of the
     * visitor's country), or a jurisdiction. `policy_context` is the kind of content.
     */
    policy: text().notNull().default('off'),
    policy_context: text({
      enum: [
        'adult_content',
        'social_media',
        'gambling',
        'alcohol',
        'tobacco_vape',
        'app_store',
        'chat',
        'general',
      ],
    }),
    /**
     * Whether the customer's staff need a second factor for everything except setting one up
     * (D-63).
     */
    require_second_factor: integer({ mode: 'boolean' }).notNull().default(false),
    /** How many days a result is kept before its personal data is erased. */
    retention_days: integer().notNull().default(30),
    /**
     * How many days after its creation a session stays in the list; if less than `retention_days`
     * plus 8, that sum applies. The session's personal data is erased earlier; counts are kept.
     */
    history_days: integer().notNull().default(180),
    /** The customer's plan; null when the service is free of charge. */
    plan_id: text().references(() => plans.id),
    created_at_ms: integer().notNull(),
    /**
     * When the service removed the customer: nobody had confirmed its sign-up in time, the owner of
     * the address had rejected it, or a different sign-up had confirmed the address (D-79). The
     * customer's keys do not work, and the row is deleted once its sessions are gone.
     */
    ended_at_ms: integer(),
    /**
     * When operators suspended the customer (D-116), whose keys, clients and staff are refused
     * until the suspension is lifted.
     */
    suspended_at_ms: integer(),
    /**
     * The operators' reason for the suspension; null unless suspended. It is also recorded in the
     * customer's audit log, which staff can read after the suspension.
     */
    suspension_reason: text(),
  },
  (table) => [
    index('tenants_by_plan').on(table.plan_id, table.created_at_ms),
    index('tenants_by_creation').on(table.created_at_ms),
    index('tenants_by_state').on(TENANT_STATE, table.created_at_ms),
    index('tenants_by_trust').on(table.ages_trusted, table.created_at_ms),
    index('tenants_ended')
      .on(table.ended_at_ms)
      .where(sql`ended_at_ms IS NOT NULL`),
  ],
);
