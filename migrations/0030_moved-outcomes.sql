-- Outcomes of days that are over leave outcome_days in parts, which move to the ledgers of customers (D-178). The tables of running
-- totals stay for the version before, empty: its sums then come from outcome_days.
CREATE TABLE `outcome_parts` (
	`tenant_id` text NOT NULL,
	`number` integer NOT NULL,
	`id` text NOT NULL,
	`day` text NOT NULL,
	`outcomes` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `outcomes_frozen` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`parts` integer NOT NULL
);
--> statement-breakpoint

DROP TRIGGER `outcome_sums_insert`;
--> statement-breakpoint

DROP TRIGGER `outcome_sums_update`;
--> statement-breakpoint

DROP TRIGGER `outcome_sums_delete`;
--> statement-breakpoint

DELETE FROM `outcome_sums`;
--> statement-breakpoint

UPDATE `outcomes_summed` SET `day` = '';
--> statement-breakpoint

DROP TRIGGER `outcome_days_leave`;
--> statement-breakpoint

-- A verdict that changes leaves the counts of its old facts. Their rows may have left for a ledger: then it is a new row below zero.
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
  INSERT INTO `outcome_days` (`tenant_id`, `kind`, `day`, `item`, `status`, `value`)
  SELECT
    OLD.tenant_id,
    fact.kind,
    strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch'),
    fact.item,
    OLD.status,
    -1
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
  WHERE fact.item IS NOT NULL
  ON CONFLICT DO UPDATE SET `value` = `value` - 1;
END;
--> statement-breakpoint

DROP TRIGGER `outcome_contest_leave`;
--> statement-breakpoint

-- A verdict of a contest that changes leaves the count of its old seconds, in the same way.
CREATE TRIGGER `outcome_contest_leave`
AFTER UPDATE OF `status`, `completed_at_ms` ON `verification_sessions`
WHEN OLD.test = 0 AND OLD.contested AND OLD.status IN ('success', 'failed')
  AND (
    OLD.status IS NOT NEW.status
    OR OLD.completed_at_ms IS NOT NEW.completed_at_ms
  )
BEGIN
  INSERT INTO `outcome_days` (`tenant_id`, `kind`, `day`, `item`, `status`, `value`)
  SELECT
    OLD.tenant_id,
    'contest',
    strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch'),
    CAST(CASE
        WHEN (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 < 120
          THEN MAX((COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000, 0)
        WHEN (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 < 3600
          THEN (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 / 10 * 10
        ELSE (COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) - OLD.created_at_ms) / 1000 / 600 * 600
      END AS TEXT),
    OLD.status,
    -1
  WHERE true
  ON CONFLICT DO UPDATE SET `value` = `value` - 1;
END;
