-- Daily counts of customers for days that are over move to their ledgers, with the outcomes of these days (D-181). What is billed of them
-- stays, in one row per customer and day. The sums of all customers stay in rows of no customer. The index finds the counts of one customer
-- and one day.
CREATE TABLE `billed_days` (
	`tenant_id` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `day`)
);
--> statement-breakpoint
DROP INDEX `daily_counts_of_day`;--> statement-breakpoint
CREATE INDEX `daily_counts_by_day` ON `daily_counts` (`day`,`tenant_id`);
--> statement-breakpoint

DROP TRIGGER `unsummed_days_insert`;
--> statement-breakpoint

-- A new count of a customer leaves the sum of its day to be made again. A count that moves changes no sum.
CREATE TRIGGER `unsummed_days_insert`
AFTER INSERT ON `daily_counts`
WHEN NEW.tenant_id > '-'
BEGIN
  INSERT INTO `unsummed_days` (`day`) VALUES (NEW.day)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

DROP TRIGGER `unsummed_days_update`;
--> statement-breakpoint

-- A count of a customer that changes leaves the sum of its day to be made again.
CREATE TRIGGER `unsummed_days_update`
AFTER UPDATE OF `value` ON `daily_counts`
WHEN NEW.tenant_id > '-'
BEGIN
  INSERT INTO `unsummed_days` (`day`) VALUES (NEW.day)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

DROP TRIGGER `sessions_retaken`;
--> statement-breakpoint

-- A session that is replaced by a retake leaves the counts of created sessions and of the steps it went through, as they were
-- counted. Their rows may have left for a ledger: then it is a new row below zero.
CREATE TRIGGER `sessions_retaken`
AFTER UPDATE OF `status` ON `verification_sessions`
WHEN NEW.test = 0
  AND NEW.status = 'retaken'
  AND OLD.status <> 'retaken'
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  VALUES (NEW.tenant_id, 'created', strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), -1)
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT NEW.tenant_id, 'steps.' || (reached.value ->> 1), reached.value ->> 0, -1
  FROM json_each(OLD.funnel, '$.days') AS reached
  WHERE OLD.funnel IS NOT NULL
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    NEW.tenant_id,
    'funnel.' || step.name,
    strftime('%Y-%m-%d', step.at_ms / 1000, 'unixepoch'),
    -1
  FROM `funnel_events` AS step
  WHERE OLD.funnel IS NULL
    AND step.session_id = NEW.id
    AND NOT EXISTS (
      SELECT 1 FROM `funnel_events` AS earlier
      WHERE earlier.session_id = step.session_id
        AND earlier.seq < step.seq
        AND earlier.name = step.name
    )
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

-- Paid checks whose counts move count under the plan of their customer as before.
CREATE TRIGGER `billed_days_insert`
AFTER INSERT ON `billed_days`
BEGIN
  INSERT INTO `plan_days` (`plan_id`, `day`, `value`)
  SELECT plan_id, NEW.day, NEW.value FROM `tenants`
  WHERE id = NEW.tenant_id
    AND plan_id IS NOT NULL
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

-- Those that join others of their day move the count of the plan by the difference.
CREATE TRIGGER `billed_days_update`
AFTER UPDATE OF `value` ON `billed_days`
BEGIN
  UPDATE `plan_days` SET `value` = `value` + NEW.value - OLD.value
  WHERE `plan_id` = (SELECT plan_id FROM `tenants` WHERE id = NEW.tenant_id)
    AND `day` = NEW.day;
END;
--> statement-breakpoint

DROP TRIGGER `plan_days_change`;
--> statement-breakpoint

-- A customer that changes its plan takes all of its days to the new one.
CREATE TRIGGER `plan_days_change`
AFTER UPDATE OF `plan_id` ON `tenants`
WHEN OLD.plan_id IS NOT NEW.plan_id
BEGIN
  INSERT INTO `plan_days` (`plan_id`, `day`, `value`)
  SELECT OLD.plan_id, day, -SUM(value) FROM (
    SELECT day, value FROM `daily_counts`
    WHERE tenant_id = OLD.id
      AND (name GLOB 'success*' OR name GLOB 'failed*' OR name = 'carried')
    UNION ALL
    SELECT day, value FROM `billed_days`
    WHERE tenant_id = OLD.id
  )
  WHERE OLD.plan_id IS NOT NULL
  GROUP BY day
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `plan_days` (`plan_id`, `day`, `value`)
  SELECT NEW.plan_id, day, SUM(value) FROM (
    SELECT day, value FROM `daily_counts`
    WHERE tenant_id = NEW.id
      AND (name GLOB 'success*' OR name GLOB 'failed*' OR name = 'carried')
    UNION ALL
    SELECT day, value FROM `billed_days`
    WHERE tenant_id = NEW.id
  )
  WHERE NEW.plan_id IS NOT NULL
  GROUP BY day
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

DROP TRIGGER `plan_days_leave`;
--> statement-breakpoint

-- A customer that is deleted leaves the counts of its plan, and what is billed of it goes with it.
CREATE TRIGGER `plan_days_leave`
AFTER DELETE ON `tenants`
BEGIN
  INSERT INTO `plan_days` (`plan_id`, `day`, `value`)
  SELECT OLD.plan_id, day, -SUM(value) FROM (
    SELECT day, value FROM `daily_counts`
    WHERE tenant_id = OLD.id
      AND (name GLOB 'success*' OR name GLOB 'failed*' OR name = 'carried')
    UNION ALL
    SELECT day, value FROM `billed_days`
    WHERE tenant_id = OLD.id
  )
  WHERE OLD.plan_id IS NOT NULL
  GROUP BY day
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  DELETE FROM `billed_days` WHERE `tenant_id` = OLD.id;
END;
