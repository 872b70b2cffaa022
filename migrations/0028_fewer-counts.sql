-- A check is counted with fewer rows (D-175): a row of daily_counts can count under several names, which are joined by plus signs, and
-- counts of the platform are added up from those of its customers by the ten-minute schedule, for the days that unsummed_days names.
CREATE TABLE `unsummed_days` (
	`day` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint

-- Bands of risk were counted for the platform alone. What it has goes to a customer of no name, so that the sums contain it.
INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
SELECT '-', `name`, `day`, `value` FROM `daily_counts`
WHERE `tenant_id` = '' AND `name` IN ('risk.low', 'risk.medium', 'risk.high');
--> statement-breakpoint

-- A new count of a customer leaves the sum of its day to be made again.
CREATE TRIGGER `unsummed_days_insert`
AFTER INSERT ON `daily_counts`
WHEN NEW.tenant_id <> ''
BEGIN
  INSERT INTO `unsummed_days` (`day`) VALUES (NEW.day)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

-- A count of a customer that changes leaves the sum of its day to be made again.
CREATE TRIGGER `unsummed_days_update`
AFTER UPDATE OF `value` ON `daily_counts`
WHEN NEW.tenant_id <> ''
BEGIN
  INSERT INTO `unsummed_days` (`day`) VALUES (NEW.day)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint

DROP TRIGGER `sessions_count_insert`;
--> statement-breakpoint

-- A new session counts as created. One that is written with its end counts as ended, too, in the band of its risk if it has a verdict,
-- and by what it carries of its chain of retakes. Created and ended are one row if both are on the same day.
CREATE TRIGGER `sessions_count_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0
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

DROP TRIGGER `sessions_count_update`;
--> statement-breakpoint

-- A session that ends, or ends otherwise, at another time or in another band of risk, moves to the count of that end and day.
CREATE TRIGGER `sessions_count_update`
AFTER UPDATE OF `status`, `completed_at_ms`, `risk` ON `verification_sessions`
WHEN NEW.test = 0
  AND (
    OLD.status <> NEW.status
    OR OLD.completed_at_ms IS NOT NEW.completed_at_ms
    OR OLD.risk IS NOT NEW.risk
  )
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    OLD.tenant_id,
    OLD.status || (CASE WHEN OLD.status IN ('success', 'failed') THEN COALESCE('+risk.' || OLD.risk, '') ELSE '' END),
    strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch'),
    -1
  WHERE OLD.status IN ('success', 'failed', 'canceled', 'expired')
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    NEW.tenant_id,
    NEW.status || (CASE WHEN NEW.status IN ('success', 'failed') THEN COALESCE('+risk.' || NEW.risk, '') ELSE '' END),
    strftime('%Y-%m-%d', COALESCE(NEW.completed_at_ms, NEW.expires_at_ms) / 1000, 'unixepoch'),
    1
  WHERE NEW.status IN ('success', 'failed', 'canceled', 'expired')
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

DROP TRIGGER `sessions_carried_update`;
--> statement-breakpoint

-- A chain of retakes is paid for once: carried adds a session that was replaced after a verdict, and takes off a verdict whose chain
-- has counted before.
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
    OLD.tenant_id,
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
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  VALUES (NEW.tenant_id, 'created', strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'), -1)
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT NEW.tenant_id, 'steps.' || (reached.value ->> 1), reached.value ->> 0, -1
  FROM json_each(OLD.funnel, '$.days') AS reached
  WHERE OLD.funnel IS NOT NULL
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  UPDATE `daily_counts` SET `value` = `value` - 1
  WHERE OLD.funnel IS NULL
    AND `tenant_id` = NEW.tenant_id
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

DROP TRIGGER `sessions_steps_insert`;
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
  SELECT NEW.tenant_id, 'steps.' || (reached.value ->> 1), reached.value ->> 0, 1
  FROM json_each(NEW.funnel, '$.days') AS reached
  WHERE NOT EXISTS (SELECT 1 FROM `funnel_events` WHERE `session_id` = NEW.id)
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

DROP TRIGGER `sessions_steps_update`;
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
  SELECT NEW.tenant_id, 'steps.' || (reached.value ->> 1), reached.value ->> 0, 1
  FROM json_each(NEW.funnel, '$.days') AS reached
  WHERE NOT EXISTS (SELECT 1 FROM `funnel_events` WHERE `session_id` = NEW.id)
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

DROP TRIGGER `funnel_count`;
--> statement-breakpoint

-- A step that an earlier version writes as a row counts the first time, unless a retake has replaced the session.
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
  VALUES (NEW.tenant_id, 'funnel.' || NEW.name, strftime('%Y-%m-%d', NEW.at_ms / 1000, 'unixepoch'), 1)
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

DROP TRIGGER `sessions_contested_insert`;
--> statement-breakpoint

-- A contested check counts on the day it was created, and as overturned when it succeeds.
CREATE TRIGGER `sessions_contested_insert`
AFTER INSERT ON `verification_sessions`
WHEN NEW.test = 0
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

DROP TRIGGER `sessions_contested_update`;
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
    NEW.tenant_id,
    'contested',
    strftime('%Y-%m-%d', NEW.created_at_ms / 1000, 'unixepoch'),
    -1
  WHERE NEW.status = 'retaken' AND OLD.status <> 'retaken'
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  SELECT
    OLD.tenant_id,
    'overturned',
    strftime('%Y-%m-%d', COALESCE(OLD.completed_at_ms, OLD.expires_at_ms) / 1000, 'unixepoch'),
    -1
  WHERE OLD.status = 'success'
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

DROP TRIGGER `sessions_risk_insert`;
--> statement-breakpoint

DROP TRIGGER `sessions_risk_leave`;
--> statement-breakpoint

DROP TRIGGER `sessions_risk_enter`;
--> statement-breakpoint

DROP TRIGGER `sessions_count_erased`;
--> statement-breakpoint

-- A session is erased once, whoever or whatever erases it.
CREATE TRIGGER `sessions_count_erased`
AFTER UPDATE OF `erased_at_ms` ON `verification_sessions`
WHEN NEW.test = 0 AND OLD.erased_at_ms IS NULL AND NEW.erased_at_ms IS NOT NULL
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  VALUES (NEW.tenant_id, 'erased', strftime('%Y-%m-%d', NEW.erased_at_ms / 1000, 'unixepoch'), 1)
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

DROP TRIGGER `sessions_count_unreviewed`;
--> statement-breakpoint

-- A review that ends after its time was decided by nobody, and counts once.
CREATE TRIGGER `sessions_count_unreviewed`
AFTER UPDATE OF `status` ON `verification_sessions`
WHEN NEW.test = 0
  AND OLD.status = 'pending_tenant_review'
  AND NEW.status IN ('failed', 'expired')
  AND NEW.completed_at_ms >= OLD.expires_at_ms
BEGIN
  INSERT INTO `daily_counts` (`tenant_id`, `name`, `day`, `value`)
  VALUES (NEW.tenant_id, 'unreviewed', strftime('%Y-%m-%d', NEW.completed_at_ms / 1000, 'unixepoch'), 1)
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

DROP TRIGGER `plan_days_insert`;
--> statement-breakpoint

-- A new daily count of paid checks counts under the plan of its customer.
CREATE TRIGGER `plan_days_insert`
AFTER INSERT ON `daily_counts`
WHEN NEW.tenant_id <> ''
  AND (NEW.name GLOB 'success*' OR NEW.name GLOB 'failed*' OR NEW.name = 'carried')
BEGIN
  INSERT INTO `plan_days` (`plan_id`, `day`, `value`)
  SELECT plan_id, NEW.day, NEW.value FROM `tenants`
  WHERE id = NEW.tenant_id
    AND plan_id IS NOT NULL
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

DROP TRIGGER `plan_days_update`;
--> statement-breakpoint

-- A daily count that changes moves the count of its plan by the difference.
CREATE TRIGGER `plan_days_update`
AFTER UPDATE OF `value` ON `daily_counts`
WHEN NEW.tenant_id <> ''
  AND (NEW.name GLOB 'success*' OR NEW.name GLOB 'failed*' OR NEW.name = 'carried')
BEGIN
  UPDATE `plan_days` SET `value` = `value` + NEW.value - OLD.value
  WHERE `plan_id` = (SELECT plan_id FROM `tenants` WHERE id = NEW.tenant_id)
    AND `day` = NEW.day;
END;
--> statement-breakpoint

DROP TRIGGER `plan_days_delete`;
--> statement-breakpoint

-- A daily count that is deleted leaves the count of its plan.
CREATE TRIGGER `plan_days_delete`
AFTER DELETE ON `daily_counts`
WHEN OLD.tenant_id <> ''
  AND (OLD.name GLOB 'success*' OR OLD.name GLOB 'failed*' OR OLD.name = 'carried')
BEGIN
  UPDATE `plan_days` SET `value` = `value` - OLD.value
  WHERE `plan_id` = (SELECT plan_id FROM `tenants` WHERE id = OLD.tenant_id)
    AND `day` = OLD.day;
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
  SELECT OLD.plan_id, day, -SUM(value) FROM `daily_counts`
  WHERE tenant_id = OLD.id
    AND (name GLOB 'success*' OR name GLOB 'failed*' OR name = 'carried')
    AND OLD.plan_id IS NOT NULL
  GROUP BY day
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
  INSERT INTO `plan_days` (`plan_id`, `day`, `value`)
  SELECT NEW.plan_id, day, SUM(value) FROM `daily_counts`
  WHERE tenant_id = NEW.id
    AND (name GLOB 'success*' OR name GLOB 'failed*' OR name = 'carried')
    AND NEW.plan_id IS NOT NULL
  GROUP BY day
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
--> statement-breakpoint

DROP TRIGGER `plan_days_leave`;
--> statement-breakpoint

-- A customer that is deleted leaves the counts of its plan.
CREATE TRIGGER `plan_days_leave`
AFTER DELETE ON `tenants`
WHEN OLD.plan_id IS NOT NULL
BEGIN
  INSERT INTO `plan_days` (`plan_id`, `day`, `value`)
  SELECT OLD.plan_id, day, -SUM(value) FROM `daily_counts`
  WHERE tenant_id = OLD.id
    AND (name GLOB 'success*' OR name GLOB 'failed*' OR name = 'carried')
    AND OLD.plan_id IS NOT NULL
  GROUP BY day
  ON CONFLICT DO UPDATE SET `value` = `value` + excluded.value;
END;
