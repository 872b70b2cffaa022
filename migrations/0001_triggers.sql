-- The rules that live in SQL: every trigger, and the search index that three of them keep
-- (docs/architecture.md, section 3).
-- Drizzle knows neither, so a migration that rebuilds a table makes the triggers of that table
-- again (CONTRIBUTING.md, A table).
-- A test compares the triggers of the database with the list in test/contract/live-triggers.ts.
-- SQLite does not promise the order in which triggers of one event run, and none relies on it.
-- D1 splits a file into statements with a parser of its own. Keywords are in capitals therefore,
-- conditional expressions in parentheses, and no comment has a quote or a semicolon.

-- ========================================
-- The audit is append-only
-- Whoever writes the database can drop these triggers. The signed heads, which are published, then
-- show it (docs/operate.md).
-- ========================================

-- An entry of the audit is never changed.
CREATE TRIGGER `audit_entries_keep_update`
BEFORE UPDATE ON `audit_entries`
BEGIN
  SELECT RAISE(ABORT, 'audit entries are never changed');
END;
--> statement-breakpoint

-- An entry of the audit is never deleted.
CREATE TRIGGER `audit_entries_keep_delete`
BEFORE DELETE ON `audit_entries`
BEGIN
  SELECT RAISE(ABORT, 'audit entries are never deleted');
END;
--> statement-breakpoint

-- A link of the chain of hashes over the entries is never changed.
CREATE TRIGGER `audit_links_keep_update`
BEFORE UPDATE ON `audit_links`
BEGIN
  SELECT RAISE(ABORT, 'audit links are never changed');
END;
--> statement-breakpoint

-- A link of the chain of hashes over the entries is never deleted.
CREATE TRIGGER `audit_links_keep_delete`
BEFORE DELETE ON `audit_links`
BEGIN
  SELECT RAISE(ABORT, 'audit links are never deleted');
END;
--> statement-breakpoint

-- A signed head of that chain is never changed.
CREATE TRIGGER `audit_heads_keep_update`
BEFORE UPDATE ON `audit_heads`
BEGIN
  SELECT RAISE(ABORT, 'audit heads are never changed');
END;
--> statement-breakpoint

-- A signed head of that chain is never deleted.
CREATE TRIGGER `audit_heads_keep_delete`
BEFORE DELETE ON `audit_heads`
BEGIN
  SELECT RAISE(ABORT, 'audit heads are never deleted');
END;
--> statement-breakpoint

-- ========================================
-- Counts of accounts and customers
-- account_days has, for each day, how many of the accounts created on it are in each state now.
-- ========================================

-- A new account counts on its day, in its state.
CREATE TRIGGER `accounts_count_insert`
AFTER INSERT ON `accounts`
BEGIN
  INSERT INTO `account_days` (`day`, `status`, `verified`, `value`)
  VALUES (
    strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'),
    NEW.status,
    NEW.email_verified_at_ms IS NOT NULL,
    1
  )
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A deleted account leaves the count it was in.
CREATE TRIGGER `accounts_count_delete`
AFTER DELETE ON `accounts`
BEGIN
  UPDATE `account_days` SET `value` = `value` - 1
  WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `status` = OLD.status
    AND `verified` = (OLD.email_verified_at_ms IS NOT NULL);
END;
--> statement-breakpoint

-- An account that changes its state moves from one count to the other.
CREATE TRIGGER `accounts_count_update`
AFTER UPDATE OF `status`, `email_verified_at_ms` ON `accounts`
WHEN OLD.status <> NEW.status
  OR (OLD.email_verified_at_ms IS NULL) <> (NEW.email_verified_at_ms IS NULL)
BEGIN
  UPDATE `account_days` SET `value` = `value` - 1
  WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `status` = OLD.status
    AND `verified` = (OLD.email_verified_at_ms IS NOT NULL);
  INSERT INTO `account_days` (`day`, `status`, `verified`, `value`)
  VALUES (
    strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'),
    NEW.status,
    NEW.email_verified_at_ms IS NOT NULL,
    1
  )
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A new customer counts on its day, for the whole platform.
CREATE TRIGGER `tenants_count_insert`
AFTER INSERT ON `tenants`
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  VALUES ('', 'tenants', strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), 1)
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A deleted customer leaves that count.
CREATE TRIGGER `tenants_count_delete`
AFTER DELETE ON `tenants`
BEGIN
  UPDATE `daily_counts` SET `value` = `value` - 1
  WHERE `tenant_id` = ''
    AND `name` = 'tenants'
    AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch');
END;
--> statement-breakpoint

-- ========================================
-- The search index of accounts
-- account_search is an index of trigrams without a copy of the texts: what it forgets has to be
-- told it in full.
-- ========================================

-- The index finds any three letters in a row of an email address or a display name.
CREATE VIRTUAL TABLE `account_search` USING fts5(
  `email`,
  `display_name`,
  content = 'accounts',
  content_rowid = 'id',
  tokenize = 'trigram'
);
--> statement-breakpoint

-- What is taken out of the index is overwritten in its pages at once, not when they are merged.
INSERT INTO `account_search` (`account_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint

-- A new account can be found.
CREATE TRIGGER `account_search_insert`
AFTER INSERT ON `accounts`
BEGIN
  INSERT INTO `account_search` (`rowid`, `email`, `display_name`)
  VALUES (NEW.id, NEW.email, NEW.display_name);
END;
--> statement-breakpoint

-- A deleted account cannot be found.
CREATE TRIGGER `account_search_delete`
AFTER DELETE ON `accounts`
BEGIN
  INSERT INTO `account_search` (`account_search`, `rowid`, `email`, `display_name`)
  VALUES ('delete', OLD.id, OLD.email, OLD.display_name);
END;
--> statement-breakpoint

-- A changed account is found by its new address and name only.
CREATE TRIGGER `account_search_update`
AFTER UPDATE OF `email`, `display_name` ON `accounts`
BEGIN
  INSERT INTO `account_search` (`account_search`, `rowid`, `email`, `display_name`)
  VALUES ('delete', OLD.id, OLD.email, OLD.display_name);
  INSERT INTO `account_search` (`rowid`, `email`, `display_name`)
  VALUES (NEW.id, NEW.email, NEW.display_name);
END;
--> statement-breakpoint

-- ========================================
-- Daily counts of sessions
-- daily_counts has a row for the whole platform, whose tenant_id is empty, and one for the
-- customer. Sessions of sandboxes do not count. A chain of retakes counts as one check. The
-- nightly recount corrects drift.
-- ========================================

-- A new session counts as created. One that is written with its end counts as ended, too, and by
-- what it carries of its chain of retakes.
CREATE TRIGGER `sessions_count_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    'created',
    strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'),
    1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE NEW.status <> 'retaken'
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    NEW.status,
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE NEW.status IN ('success', 'failed', 'canceled', 'expired')
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    'carried',
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    (
      (CASE WHEN NEW.status = 'retaken' AND NEW.verification_type IS NOT NULL THEN 1 ELSE 0 END)
      - (CASE
        WHEN NEW.counted_before = 1 AND (
          NEW.status IN ('success', 'failed')
          OR (NEW.status = 'retaken' AND NEW.verification_type IS NOT NULL)
        ) THEN 1
        ELSE 0
      END)
    )
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE (
    (CASE WHEN NEW.status = 'retaken' AND NEW.verification_type IS NOT NULL THEN 1 ELSE 0 END)
    - (CASE
      WHEN NEW.counted_before = 1 AND (
        NEW.status IN ('success', 'failed')
        OR (NEW.status = 'retaken' AND NEW.verification_type IS NOT NULL)
      ) THEN 1
      ELSE 0
    END)
  ) <> 0
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

-- A session that ends, or ends otherwise or at another time, moves to the count of that end and
-- day.
CREATE TRIGGER `sessions_count_update`
AFTER UPDATE OF `status`, `completed_at_ms` ON `verification_sessions`
WHEN NEW.test = 0
  AND (OLD.status <> NEW.status OR OLD.completed_at_ms IS NOT NEW.completed_at_ms)
BEGIN
  UPDATE `daily_counts` SET `value` = `value` - 1
  WHERE OLD.status IN ('success', 'failed', 'canceled', 'expired')
    AND `tenant_id` IN ('', OLD.tenant_id)
    AND `name` = OLD.status
    AND `day` = strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch');
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    NEW.status,
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE NEW.status IN ('success', 'failed', 'canceled', 'expired')
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A chain of retakes is paid for once: carried adds a session that was replaced after a verdict,
-- and takes off a verdict whose chain has counted before.
CREATE TRIGGER `sessions_carried_update`
AFTER UPDATE OF `status`, `completed_at_ms`, `verification_type` ON `verification_sessions`
WHEN NEW.test = 0
  AND (
    OLD.status <> NEW.status
    OR OLD.completed_at_ms IS NOT NEW.completed_at_ms
    OR OLD.verification_type IS NOT NEW.verification_type
  )
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    'carried',
    strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch'),
    -(
      (CASE WHEN OLD.status = 'retaken' AND OLD.verification_type IS NOT NULL THEN 1 ELSE 0 END)
      - (CASE
        WHEN OLD.counted_before = 1 AND (
          OLD.status IN ('success', 'failed')
          OR (OLD.status = 'retaken' AND OLD.verification_type IS NOT NULL)
        ) THEN 1
        ELSE 0
      END)
    )
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE (
    (CASE WHEN OLD.status = 'retaken' AND OLD.verification_type IS NOT NULL THEN 1 ELSE 0 END)
    - (CASE
      WHEN OLD.counted_before = 1 AND (
        OLD.status IN ('success', 'failed')
        OR (OLD.status = 'retaken' AND OLD.verification_type IS NOT NULL)
      ) THEN 1
      ELSE 0
    END)
  ) <> 0
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    'carried',
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    (
      (CASE WHEN NEW.status = 'retaken' AND NEW.verification_type IS NOT NULL THEN 1 ELSE 0 END)
      - (CASE
        WHEN NEW.counted_before = 1 AND (
          NEW.status IN ('success', 'failed')
          OR (NEW.status = 'retaken' AND NEW.verification_type IS NOT NULL)
        ) THEN 1
        ELSE 0
      END)
    )
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE (
    (CASE WHEN NEW.status = 'retaken' AND NEW.verification_type IS NOT NULL THEN 1 ELSE 0 END)
    - (CASE
      WHEN NEW.counted_before = 1 AND (
        NEW.status IN ('success', 'failed')
        OR (NEW.status = 'retaken' AND NEW.verification_type IS NOT NULL)
      ) THEN 1
      ELSE 0
    END)
  ) <> 0
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

-- A session that is replaced by a retake leaves the counts of created sessions and of the steps it
-- went through.
CREATE TRIGGER `sessions_retaken`
AFTER UPDATE OF `status` ON `verification_sessions`
WHEN NEW.test = 0
  AND NEW.status = 'retaken'
  AND OLD.status <> 'retaken'
BEGIN
  UPDATE `daily_counts` SET `value` = `value` - 1
  WHERE `tenant_id` IN ('', NEW.tenant_id)
    AND `name` = 'created'
    AND `day` = strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch');
  UPDATE `daily_counts` SET `value` = `value` - 1
  WHERE `tenant_id` IN ('', NEW.tenant_id)
    AND (`name`, `day`) IN (
      SELECT
        'funnel.' || step.name,
        strftime('%Y-%m-%d', step.at_ms / 1000, 'unixepoch')
      FROM `funnel_events` AS step
      WHERE step.session_id = NEW.id
        AND NOT EXISTS (
          SELECT 1 FROM `funnel_events` AS earlier
          WHERE earlier.session_id = step.session_id
            AND earlier.seq < step.seq
            AND earlier.name = step.name
        )
    );
END;
--> statement-breakpoint

-- A step of a session counts the first time, unless a retake has replaced the session.
CREATE TRIGGER `funnel_count`
AFTER INSERT ON `funnel_events`
WHEN NEW.test = 0
  AND NOT EXISTS (
    SELECT 1 FROM `funnel_events`
    WHERE `session_id` = NEW.session_id
      AND `name` = NEW.name
      AND `seq` <> NEW.seq
  )
  AND NOT EXISTS (
    SELECT 1 FROM `verification_sessions` AS session
    WHERE session.id = NEW.session_id
      AND session.status = 'retaken'
  )
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    'funnel.' || NEW.name,
    strftime('%Y-%m-%d', NEW.at_ms / 1000, 'unixepoch'),
    1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE true
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A contested check counts on the day it was created, and as overturned when it succeeds.
CREATE TRIGGER `sessions_contested_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0
  AND NEW.contested = 1
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    'contested',
    strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'),
    1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE NEW.status <> 'retaken'
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    'overturned',
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE NEW.status = 'success'
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

-- A contested check that a retake replaces counts no longer, and overturned follows its verdict.
CREATE TRIGGER `sessions_contested_update`
AFTER UPDATE OF `status`, `completed_at_ms` ON `verification_sessions`
WHEN NEW.test = 0
  AND NEW.contested = 1
  AND (OLD.status <> NEW.status OR OLD.completed_at_ms IS NOT NEW.completed_at_ms)
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    'contested',
    strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'),
    -1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE NEW.status = 'retaken' AND OLD.status <> 'retaken'
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    'overturned',
    strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch'),
    -1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE OLD.status = 'success'
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    tenant.id,
    'overturned',
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  WHERE NEW.status = 'success'
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

-- A verdict counts in the band of its risk, for the platform alone.
CREATE TRIGGER `sessions_risk_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0
  AND NEW.risk IS NOT NULL
  AND NEW.status IN ('success', 'failed')
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  VALUES (
    '',
    'risk.' || NEW.risk,
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    1
  )
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A verdict that changes leaves the band it counted in.
CREATE TRIGGER `sessions_risk_leave`
AFTER UPDATE OF `status`, `completed_at_ms`, `risk` ON `verification_sessions`
WHEN OLD.test = 0
  AND OLD.risk IS NOT NULL
  AND OLD.status IN ('success', 'failed')
  AND (
    OLD.status <> NEW.status
    OR OLD.completed_at_ms IS NOT NEW.completed_at_ms
    OR OLD.risk IS NOT NEW.risk
  )
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  VALUES (
    '',
    'risk.' || OLD.risk,
    strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch'),
    -1
  )
  ON CONFLICT DO UPDATE SET `value` = `value` - 1;
END;
--> statement-breakpoint

-- A verdict that is reached or changes counts in its new band.
CREATE TRIGGER `sessions_risk_enter`
AFTER UPDATE OF `status`, `completed_at_ms`, `risk` ON `verification_sessions`
WHEN NEW.test = 0
  AND NEW.risk IS NOT NULL
  AND NEW.status IN ('success', 'failed')
  AND (
    OLD.status <> NEW.status
    OR OLD.completed_at_ms IS NOT NEW.completed_at_ms
    OR OLD.risk IS NOT NEW.risk
  )
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  VALUES (
    '',
    'risk.' || NEW.risk,
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    1
  )
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- ========================================
-- Sessions by the day they were created
-- session_days has how many of them are in each state now, those of sandboxes included, so that a
-- list skips whole days.
-- ========================================

-- A new session counts in its state.
CREATE TRIGGER `session_days_insert`
AFTER INSERT ON `verification_sessions`
BEGIN
  INSERT INTO `session_days` (`tenant_id`, `test`, `day`, `status`, `verification_type`, `value`)
  VALUES (
    NEW.tenant_id,
    NEW.test,
    strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'),
    NEW.status,
    COALESCE(NEW.verification_type, ''),
    1
  )
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A session that changes its state or its method moves from one count to the other.
CREATE TRIGGER `session_days_update`
AFTER UPDATE OF `status`, `verification_type` ON `verification_sessions`
WHEN OLD.status <> NEW.status
  OR OLD.verification_type IS NOT NEW.verification_type
BEGIN
  UPDATE `session_days` SET `value` = `value` - 1
  WHERE `tenant_id` = OLD.tenant_id
    AND `test` = OLD.test
    AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `status` = OLD.status
    AND `verification_type` = COALESCE(OLD.verification_type, '');
  INSERT INTO `session_days` (`tenant_id`, `test`, `day`, `status`, `verification_type`, `value`)
  VALUES (
    NEW.tenant_id,
    NEW.test,
    strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'),
    NEW.status,
    COALESCE(NEW.verification_type, ''),
    1
  )
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A session whose row is deleted leaves its count.
CREATE TRIGGER `session_days_delete`
AFTER DELETE ON `verification_sessions`
BEGIN
  UPDATE `session_days` SET `value` = `value` - 1
  WHERE `tenant_id` = OLD.tenant_id
    AND `test` = OLD.test
    AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `status` = OLD.status
    AND `verification_type` = COALESCE(OLD.verification_type, '');
END;
--> statement-breakpoint

-- ========================================
-- Outcomes
-- outcome_days breaks the verdicts of a day down by method, country, reason and seconds from
-- creation to verdict, which are whole below two minutes and tens from there on. outcome_sums has
-- them up to the end of each day, so that a period of any length is the difference of two rows.
-- ========================================

-- A session that is written with its verdict counts under each of its facts.
CREATE TRIGGER `outcome_days_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0
  AND NEW.status IN ('success', 'failed')
BEGIN
  INSERT INTO `outcome_days` (`tenant_id`, `kind`, `day`, `item`, `status`, `value`)
  SELECT
    NEW.tenant_id,
    fact.kind,
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    fact.item,
    NEW.status,
    1
  FROM (
    SELECT 'type' AS kind, NEW.verification_type AS item
    UNION ALL SELECT 'country', NEW.ip_country
    UNION ALL SELECT 'reason', NEW.reason
    UNION ALL SELECT 'seconds', CAST(
      CASE
        WHEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 < 120
          THEN MAX((COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000, 0)
        ELSE (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 / 10 * 10
      END AS TEXT
    )
  ) AS fact
  WHERE fact.item IS NOT NULL
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A verdict that changes leaves the counts of its old facts.
CREATE TRIGGER `outcome_days_leave`
AFTER UPDATE OF `status`, `completed_at_ms`, `verification_type`, `reason` ON `verification_sessions`
WHEN OLD.test = 0
  AND OLD.status IN ('success', 'failed')
  AND (
    OLD.status IS NOT NEW.status
    OR OLD.completed_at_ms IS NOT NEW.completed_at_ms
    OR OLD.verification_type IS NOT NEW.verification_type
    OR OLD.reason IS NOT NEW.reason
  )
BEGIN
  UPDATE `outcome_days` SET `value` = `value` - 1
  WHERE (`tenant_id`, `kind`, `day`, `item`, `status`) IN (
    SELECT
      OLD.tenant_id,
      fact.kind,
      strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch'),
      fact.item,
      OLD.status
    FROM (
      SELECT 'type' AS kind, OLD.verification_type AS item
      UNION ALL SELECT 'country', OLD.ip_country
      UNION ALL SELECT 'reason', OLD.reason
      UNION ALL SELECT 'seconds', CAST(
        CASE
          WHEN (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 < 120
            THEN MAX((COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000, 0)
          ELSE (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 / 10 * 10
        END AS TEXT
      )
    ) AS fact
  );
END;
--> statement-breakpoint

-- A verdict that is reached or changes counts under its new facts.
CREATE TRIGGER `outcome_days_enter`
AFTER UPDATE OF `status`, `completed_at_ms`, `verification_type`, `reason` ON `verification_sessions`
WHEN NEW.test = 0
  AND NEW.status IN ('success', 'failed')
  AND (
    OLD.status IS NOT NEW.status
    OR OLD.completed_at_ms IS NOT NEW.completed_at_ms
    OR OLD.verification_type IS NOT NEW.verification_type
    OR OLD.reason IS NOT NEW.reason
  )
BEGIN
  INSERT INTO `outcome_days` (`tenant_id`, `kind`, `day`, `item`, `status`, `value`)
  SELECT
    NEW.tenant_id,
    fact.kind,
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    fact.item,
    NEW.status,
    1
  FROM (
    SELECT 'type' AS kind, NEW.verification_type AS item
    UNION ALL SELECT 'country', NEW.ip_country
    UNION ALL SELECT 'reason', NEW.reason
    UNION ALL SELECT 'seconds', CAST(
      CASE
        WHEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 < 120
          THEN MAX((COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000, 0)
        ELSE (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 / 10 * 10
      END AS TEXT
    )
  ) AS fact
  WHERE fact.item IS NOT NULL
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A new count of a day adds to the sum of that day and of every later one.
CREATE TRIGGER `outcome_sums_insert`
AFTER INSERT ON `outcome_days`
BEGIN
  INSERT INTO `outcome_sums` (`tenant_id`, `kind`, `item`, `status`, `day`, `value`)
  SELECT
    NEW.tenant_id,
    NEW.kind,
    NEW.item,
    NEW.status,
    NEW.day,
    COALESCE(
      (
        SELECT value FROM `outcome_sums`
        WHERE `tenant_id` = NEW.tenant_id
          AND `kind` = NEW.kind
          AND `item` = NEW.item
          AND `status` = NEW.status
          AND `day` < NEW.day
        ORDER BY day DESC
        LIMIT 1
      ),
      0
    )
  WHERE true
  ON CONFLICT DO NOTHING;
  UPDATE `outcome_sums` SET `value` = `value` + NEW.value
  WHERE `tenant_id` = NEW.tenant_id
    AND `kind` = NEW.kind
    AND `item` = NEW.item
    AND `status` = NEW.status
    AND `day` >= NEW.day;
END;
--> statement-breakpoint

-- A count that changes moves the sum of its day and of every later one by the difference.
CREATE TRIGGER `outcome_sums_update`
AFTER UPDATE OF `value` ON `outcome_days`
BEGIN
  INSERT INTO `outcome_sums` (`tenant_id`, `kind`, `item`, `status`, `day`, `value`)
  SELECT
    NEW.tenant_id,
    NEW.kind,
    NEW.item,
    NEW.status,
    NEW.day,
    COALESCE(
      (
        SELECT value FROM `outcome_sums`
        WHERE `tenant_id` = NEW.tenant_id
          AND `kind` = NEW.kind
          AND `item` = NEW.item
          AND `status` = NEW.status
          AND `day` < NEW.day
        ORDER BY day DESC
        LIMIT 1
      ),
      0
    )
  WHERE true
  ON CONFLICT DO NOTHING;
  UPDATE `outcome_sums` SET `value` = `value` + NEW.value - OLD.value
  WHERE `tenant_id` = NEW.tenant_id
    AND `kind` = NEW.kind
    AND `item` = NEW.item
    AND `status` = NEW.status
    AND `day` >= NEW.day;
END;
--> statement-breakpoint

-- A count that is deleted leaves the sum of its day and of every later one.
CREATE TRIGGER `outcome_sums_delete`
AFTER DELETE ON `outcome_days`
BEGIN
  INSERT INTO `outcome_sums` (`tenant_id`, `kind`, `item`, `status`, `day`, `value`)
  SELECT
    OLD.tenant_id,
    OLD.kind,
    OLD.item,
    OLD.status,
    OLD.day,
    COALESCE(
      (
        SELECT value FROM `outcome_sums`
        WHERE `tenant_id` = OLD.tenant_id
          AND `kind` = OLD.kind
          AND `item` = OLD.item
          AND `status` = OLD.status
          AND `day` < OLD.day
        ORDER BY day DESC
        LIMIT 1
      ),
      0
    )
  WHERE true
  ON CONFLICT DO NOTHING;
  UPDATE `outcome_sums` SET `value` = `value` - OLD.value
  WHERE `tenant_id` = OLD.tenant_id
    AND `kind` = OLD.kind
    AND `item` = OLD.item
    AND `status` = OLD.status
    AND `day` >= OLD.day;
END;
--> statement-breakpoint

-- ========================================
-- Checks that are paid for, by plan
-- plan_days has, for each plan and day, the verdicts of the customers that have the plan now, a
-- chain of retakes once.
-- ========================================

-- A new daily count of paid checks counts under the plan of its customer.
CREATE TRIGGER `plan_days_insert`
AFTER INSERT ON `daily_counts`
WHEN NEW.tenant_id <> ''
  AND NEW.name IN ('success', 'failed', 'carried')
BEGIN
  INSERT INTO `plan_days` (`plan_id`, `day`, `value`)
  SELECT plan_id, NEW.day, NEW.value FROM `tenants`
  WHERE id = NEW.tenant_id
    AND plan_id IS NOT NULL
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

-- A daily count that changes moves the count of its plan by the difference.
CREATE TRIGGER `plan_days_update`
AFTER UPDATE OF `value` ON `daily_counts`
WHEN NEW.tenant_id <> ''
  AND NEW.name IN ('success', 'failed', 'carried')
BEGIN
  UPDATE `plan_days` SET `value` = `value` + NEW.value - OLD.value
  WHERE `plan_id` = (SELECT plan_id FROM `tenants` WHERE id = NEW.tenant_id)
    AND `day` = NEW.day;
END;
--> statement-breakpoint

-- A daily count that is deleted leaves the count of its plan.
CREATE TRIGGER `plan_days_delete`
AFTER DELETE ON `daily_counts`
WHEN OLD.tenant_id <> ''
  AND OLD.name IN ('success', 'failed', 'carried')
BEGIN
  UPDATE `plan_days` SET `value` = `value` - OLD.value
  WHERE `plan_id` = (SELECT plan_id FROM `tenants` WHERE id = OLD.tenant_id)
    AND `day` = OLD.day;
END;
--> statement-breakpoint

-- A customer that changes its plan takes all of its days to the new one.
CREATE TRIGGER `plan_days_change`
AFTER UPDATE OF `plan_id` ON `tenants`
WHEN OLD.plan_id IS NOT NEW.plan_id
BEGIN
  INSERT INTO `plan_days` (`plan_id`, `day`, `value`)
  SELECT OLD.plan_id, day, -SUM(value) FROM `daily_counts`
  WHERE tenant_id = OLD.id
    AND name IN ('success', 'failed', 'carried')
    AND OLD.plan_id IS NOT NULL
  GROUP BY day
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `plan_days` (`plan_id`, `day`, `value`)
  SELECT NEW.plan_id, day, SUM(value) FROM `daily_counts`
  WHERE tenant_id = NEW.id
    AND name IN ('success', 'failed', 'carried')
    AND NEW.plan_id IS NOT NULL
  GROUP BY day
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

-- A customer that is deleted leaves the counts of its plan.
CREATE TRIGGER `plan_days_leave`
AFTER DELETE ON `tenants`
WHEN OLD.plan_id IS NOT NULL
BEGIN
  INSERT INTO `plan_days` (`plan_id`, `day`, `value`)
  SELECT OLD.plan_id, day, -SUM(value) FROM `daily_counts`
  WHERE tenant_id = OLD.id
    AND name IN ('success', 'failed', 'carried')
    AND OLD.plan_id IS NOT NULL
  GROUP BY day
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

-- ========================================
-- Counts of the audit
-- An entry counts under each combination of filters: of everybody, which is -1, and of who did it,
-- each of all targets, of its kind of target, and of its action. No entry is deleted, so nothing
-- leaves these counts.
-- ========================================

-- An entry counts in the log of its audience.
CREATE TRIGGER `audit_entries_count`
AFTER INSERT ON `audit_entries`
BEGIN
  INSERT INTO `audit_counts` (`audience`, `staff_id`, `action`, `target_type`, `day`, `value`)
  SELECT
    NEW.audience,
    who.id,
    kind.action,
    kind.target_type,
    strftime('%Y-%m-%d', NEW.at_ms / 1000, 'unixepoch'),
    1
  FROM (
    SELECT -1 AS id
    UNION SELECT COALESCE(NEW.staff_id, 0)
  ) AS who
  CROSS JOIN (
    SELECT '' AS action, '' AS target_type
    UNION SELECT '', NEW.target_type
    UNION SELECT NEW.action, NEW.target_type
  ) AS kind
  WHERE true
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- An entry about a customer counts in the log of that customer, where staff of the operator counts
-- as nobody, which is 0.
CREATE TRIGGER `audit_entries_count_tenant`
AFTER INSERT ON `audit_entries`
WHEN NEW.tenant_id <> ''
BEGIN
  INSERT INTO `tenant_audit_counts` (`tenant_id`, `member_id`, `action`, `target_type`, `day`, `value`)
  SELECT
    NEW.tenant_id,
    who.id,
    kind.action,
    kind.target_type,
    strftime('%Y-%m-%d', NEW.at_ms / 1000, 'unixepoch'),
    1
  FROM (
    SELECT -1 AS id
    UNION SELECT CASE WHEN NEW.audience = 'dashboard' THEN COALESCE(NEW.staff_id, 0) ELSE 0 END
  ) AS who
  CROSS JOIN (
    SELECT '' AS action, '' AS target_type
    UNION SELECT '', NEW.target_type
    UNION SELECT NEW.action, NEW.target_type
  ) AS kind
  WHERE true
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- ========================================
-- Counts of webhook deliveries
-- delivery_days has how many deliveries of an endpoint, by the day they were made, are in each
-- state now.
-- ========================================

-- A new delivery counts in its state.
CREATE TRIGGER `webhook_deliveries_count_insert`
AFTER INSERT ON `webhook_deliveries`
BEGIN
  INSERT INTO `delivery_days` (`endpoint_id`, `day`, `state`, `value`)
  VALUES (NEW.endpoint_id, strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.state, 1)
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A delivery that changes its state moves from one count to the other.
CREATE TRIGGER `webhook_deliveries_count_update`
AFTER UPDATE OF `state` ON `webhook_deliveries`
WHEN OLD.state <> NEW.state
BEGIN
  UPDATE `delivery_days` SET `value` = `value` - 1
  WHERE `endpoint_id` = OLD.endpoint_id
    AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `state` = OLD.state;
  DELETE FROM `delivery_days`
  WHERE `endpoint_id` = OLD.endpoint_id
    AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `state` = OLD.state
    AND `value` = 0;
  INSERT INTO `delivery_days` (`endpoint_id`, `day`, `state`, `value`)
  VALUES (NEW.endpoint_id, strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.state, 1)
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A delivery that is deleted leaves its count, and a count of none has no row.
CREATE TRIGGER `webhook_deliveries_count_delete`
AFTER DELETE ON `webhook_deliveries`
BEGIN
  UPDATE `delivery_days` SET `value` = `value` - 1
  WHERE `endpoint_id` = OLD.endpoint_id
    AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `state` = OLD.state;
  DELETE FROM `delivery_days`
  WHERE `endpoint_id` = OLD.endpoint_id
    AND `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `state` = OLD.state
    AND `value` = 0;
END;
--> statement-breakpoint

-- ========================================
-- Counts of OAuth clients
-- oauth_client_days has how many of the clients created on a day are there now, by what their list
-- filters.
-- ========================================

-- A new client counts.
CREATE TRIGGER `oauth_clients_count_insert`
AFTER INSERT ON `oauth_clients`
WHEN NEW.deleted_at_ms IS NULL
BEGIN
  INSERT INTO `oauth_client_days` (`day`, `is_public`, `pkce_optional`, `value`)
  VALUES (strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.is_public, NEW.pkce_optional, 1)
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A client that is marked as deleted or changes its kind leaves the count it was in.
CREATE TRIGGER `oauth_clients_count_leave`
AFTER UPDATE OF `deleted_at_ms`, `is_public`, `pkce_optional` ON `oauth_clients`
WHEN OLD.deleted_at_ms IS NULL
BEGIN
  UPDATE `oauth_client_days` SET `value` = `value` - 1
  WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `is_public` = OLD.is_public
    AND `pkce_optional` = OLD.pkce_optional;
  DELETE FROM `oauth_client_days`
  WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `is_public` = OLD.is_public
    AND `pkce_optional` = OLD.pkce_optional
    AND `value` = 0;
END;
--> statement-breakpoint

-- A client that changes its kind counts under the new one, unless it is marked as deleted.
CREATE TRIGGER `oauth_clients_count_enter`
AFTER UPDATE OF `deleted_at_ms`, `is_public`, `pkce_optional` ON `oauth_clients`
WHEN NEW.deleted_at_ms IS NULL
BEGIN
  INSERT INTO `oauth_client_days` (`day`, `is_public`, `pkce_optional`, `value`)
  VALUES (strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), NEW.is_public, NEW.pkce_optional, 1)
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- A client whose row is deleted leaves its count, if it was in one.
CREATE TRIGGER `oauth_clients_count_delete`
AFTER DELETE ON `oauth_clients`
WHEN OLD.deleted_at_ms IS NULL
BEGIN
  UPDATE `oauth_client_days` SET `value` = `value` - 1
  WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `is_public` = OLD.is_public
    AND `pkce_optional` = OLD.pkce_optional;
  DELETE FROM `oauth_client_days`
  WHERE `day` = strftime('%Y-%m-%d', OLD.created_at_ms / 1000, 'unixepoch')
    AND `is_public` = OLD.is_public
    AND `pkce_optional` = OLD.pkce_optional
    AND `value` = 0;
END;
--> statement-breakpoint

-- ========================================
-- What follows a decision about a customer
-- ========================================

-- An age that a customer has checked is trusted as the customer is, from the same moment on, so
-- that no read of an age asks for the customer (D-75).
CREATE TRIGGER `tenants_trust`
AFTER UPDATE OF `ages_trusted` ON `tenants`
WHEN OLD.ages_trusted <> NEW.ages_trusted
BEGIN
  UPDATE `verified_ages` SET `source_trusted` = NEW.ages_trusted
  WHERE `tenant_id` = NEW.id
    AND `revoked_at_ms` IS NULL;
END;
--> statement-breakpoint

-- A customer that switches the counts of fall-throughs off keeps none.
CREATE TRIGGER `tenants_fall_through_off`
AFTER UPDATE OF `fall_through` ON `tenants`
WHEN NEW.fall_through = 0
BEGIN
  DELETE FROM `fall_through_months` WHERE `tenant_id` = NEW.id;
END;
--> statement-breakpoint

-- A customer that is deleted leaves no counts of fall-throughs.
CREATE TRIGGER `tenants_fall_through_gone`
AFTER DELETE ON `tenants`
BEGIN
  DELETE FROM `fall_through_months` WHERE `tenant_id` = OLD.id;
END;
