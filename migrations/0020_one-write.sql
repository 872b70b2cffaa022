-- A check is written with fewer rows (D-165): its steps are in the row of the session, no index has what every event changes, and
-- what visitors reached is counted by combinations of steps instead of step by step.
ALTER TABLE `verification_sessions` ADD `funnel` text;
--> statement-breakpoint

DROP INDEX `daily_counts_by_day`;
--> statement-breakpoint

DROP INDEX `verification_sessions_by_creation`;
--> statement-breakpoint

DROP INDEX `verification_sessions_by_end`;
--> statement-breakpoint

CREATE INDEX `verification_sessions_by_end` ON `verification_sessions` (`completed_at_ms`) WHERE completed_at_ms IS NOT NULL;
--> statement-breakpoint

DROP INDEX `webhook_deliveries_due_by_endpoint`;
--> statement-breakpoint

DROP INDEX `webhook_deliveries_due`;
--> statement-breakpoint

CREATE INDEX `webhook_deliveries_due_by_endpoint` ON `webhook_deliveries` (`endpoint_id`,`next_attempt_ms`) WHERE state = 'pending';
--> statement-breakpoint

-- A session that is written with its steps counts on the days of these, unless a retake has replaced it. Its steps count where they
-- are not kept as rows of their own: those were counted by funnel_count, one by one.
CREATE TRIGGER `sessions_steps_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0
  AND NEW.funnel IS NOT NULL
  AND NEW.status <> 'retaken'
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT tenant.id, 'steps.' || (reached.value ->> 1), reached.value ->> 0, 1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  CROSS JOIN json_each(NEW.funnel, '$.days') AS reached
  WHERE NOT EXISTS (SELECT 1 FROM `funnel_events` WHERE `session_id` = NEW.id)
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

-- The same for a session whose steps come with a later event. What moves them from rows of their own does so while these are there.
CREATE TRIGGER `sessions_steps_update`
AFTER UPDATE OF `funnel` ON `verification_sessions`
WHEN NEW.test = 0
  AND OLD.funnel IS NULL
  AND NEW.funnel IS NOT NULL
  AND NEW.status <> 'retaken'
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT tenant.id, 'steps.' || (reached.value ->> 1), reached.value ->> 0, 1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  CROSS JOIN json_each(NEW.funnel, '$.days') AS reached
  WHERE NOT EXISTS (SELECT 1 FROM `funnel_events` WHERE `session_id` = NEW.id)
  ON CONFLICT DO UPDATE SET `value` = `value` + 1;
END;
--> statement-breakpoint

DROP TRIGGER `sessions_retaken`;
--> statement-breakpoint

-- A session that is replaced by a retake leaves the counts of created sessions and of the steps it went through, as they were
-- counted.
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
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT tenant.id, 'steps.' || (reached.value ->> 1), reached.value ->> 0, -1
  FROM (SELECT '' AS id UNION SELECT NEW.tenant_id) AS tenant
  CROSS JOIN json_each(OLD.funnel, '$.days') AS reached
  WHERE OLD.funnel IS NOT NULL
  ON CONFLICT DO UPDATE SET `value` = `value` - 1;
  UPDATE `daily_counts` SET `value` = `value` - 1
  WHERE OLD.funnel IS NULL
    AND `tenant_id` IN ('', NEW.tenant_id)
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
