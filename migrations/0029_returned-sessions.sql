-- Rows of sessions that ended some days ago move to the ledgers of customers (D-177). A row that comes back for a late event was counted
-- before, so the triggers that count new rows skip it. The counts by day of the list follow the rows of this table.
ALTER TABLE `verification_sessions` ADD `returned` integer;
--> statement-breakpoint

DROP TRIGGER `sessions_count_insert`;
--> statement-breakpoint

-- A new session counts as created. One that is written with its end counts as ended, too, in the band of its risk if it has a verdict,
-- and by what it carries of its chain of retakes. Created and ended are one row if both are on the same day.
CREATE TRIGGER `sessions_count_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0 AND NEW.returned IS NULL
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    NEW.tenant_id,
    'created',
    strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'),
    1
  WHERE NEW.status <> 'retaken'
    AND NOT (
      NEW.status IN ('success', 'failed', 'canceled', 'expired')
      AND NEW.created_at_ms / 86400000 = COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 86400000
    )
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    NEW.tenant_id,
    NEW.status
    || (CASE WHEN NEW.created_at_ms / 86400000 = COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 86400000 THEN '+created' ELSE '' END)
    || (CASE WHEN NEW.status IN ('success', 'failed') THEN COALESCE('+risk.' || NEW.risk, '') ELSE '' END),
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    1
  WHERE NEW.status IN ('success', 'failed', 'canceled', 'expired')
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    NEW.tenant_id,
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

DROP TRIGGER `sessions_steps_insert`;
--> statement-breakpoint

-- A session that is written with its steps counts them, in one row for each day and combination, unless they still have rows of their own.
CREATE TRIGGER `sessions_steps_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0 AND NEW.returned IS NULL
  AND NEW.funnel IS NOT NULL
  AND NEW.status <> 'retaken'
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT NEW.tenant_id, 'steps.' || (reached.value ->> 1), reached.value ->> 0, 1
  FROM json_each(NEW.funnel, '$.days') AS reached
  WHERE NOT EXISTS (SELECT 1 FROM `funnel_events` WHERE `session_id` = NEW.id)
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

DROP TRIGGER `sessions_contested_insert`;
--> statement-breakpoint

-- A new contested session counts on the day of its creation. One that also ended in a success has overturned an estimate.
CREATE TRIGGER `sessions_contested_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0 AND NEW.returned IS NULL
  AND NEW.contested = 1
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    NEW.tenant_id,
    'contested',
    strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'),
    1
  WHERE NEW.status <> 'retaken'
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    NEW.tenant_id,
    'overturned',
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    1
  WHERE NEW.status = 'success'
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

DROP TRIGGER `outcome_days_insert`;
--> statement-breakpoint

-- A session that is written with a verdict counts in the tables of outcomes.
CREATE TRIGGER `outcome_days_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0 AND NEW.returned IS NULL
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

DROP TRIGGER `outcome_contest_insert`;
--> statement-breakpoint

-- A contested session that is written with a verdict counts in the table of durations of contests.
CREATE TRIGGER `outcome_contest_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0 AND NEW.returned IS NULL AND NEW.contested AND NEW.status IN ('success', 'failed')
BEGIN
  INSERT INTO `outcome_days` (`tenant_id`, `kind`, `day`, `item`, `status`, `value`)
  SELECT
    NEW.tenant_id,
    'contest',
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    CAST(CASE
        WHEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 < 120
          THEN MAX((COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000, 0)
        WHEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 < 3600
          THEN (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 / 10 * 10
        ELSE (COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) - NEW.created_at_ms) / 1000 / 600 * 600
      END AS TEXT),
    NEW.status,
    1
  WHERE true
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
