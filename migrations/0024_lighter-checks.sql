-- A check is written with fewer rows (D-173): the attempt that delivers its event is part of the row of the delivery, two indexes
-- no longer contain every event, and sums of outcomes are made when a day is over.
ALTER TABLE `webhook_deliveries` ADD `delivered_by` text;
--> statement-breakpoint

DROP INDEX `events_by_creation`;
--> statement-breakpoint

DROP INDEX `webhook_deliveries_by_event`;
--> statement-breakpoint

CREATE TABLE `outcomes_summed` (
	`id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL
);
--> statement-breakpoint

-- The sums of an installation from before contain every day that has outcomes.
INSERT INTO `outcomes_summed` (`id`, `day`)
SELECT 1, COALESCE(max(`day`), '') FROM `outcome_days`;
--> statement-breakpoint

DROP TRIGGER `outcome_sums_insert`;
--> statement-breakpoint

-- A new count of a day that is summed adds to the sum of that day and of every later one.
CREATE TRIGGER `outcome_sums_insert`
AFTER INSERT ON `outcome_days`
WHEN NEW.day <= (SELECT `day` FROM `outcomes_summed`)
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

DROP TRIGGER `outcome_sums_update`;
--> statement-breakpoint

-- A count of such a day that changes moves the sum of its day and of every later one by the difference.
CREATE TRIGGER `outcome_sums_update`
AFTER UPDATE OF `value` ON `outcome_days`
WHEN NEW.day <= (SELECT `day` FROM `outcomes_summed`)
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

DROP TRIGGER `outcome_sums_delete`;
--> statement-breakpoint

-- A count of such a day that is deleted leaves the sum of its day and of every later one.
CREATE TRIGGER `outcome_sums_delete`
AFTER DELETE ON `outcome_days`
WHEN OLD.day <= (SELECT `day` FROM `outcomes_summed`)
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
