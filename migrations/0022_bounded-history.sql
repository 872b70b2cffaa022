-- An account keeps its latest 30 sign-ins, the latest 30 attempts that were refused, and the latest sign-in of every device and place
-- (D-169). Refused attempts are counted apart, so that somebody who guesses passwords cannot push the sign-ins of the owner out of the
-- history.
CREATE TRIGGER `login_attempts_bound`
AFTER INSERT ON `login_attempts`
BEGIN
  DELETE FROM `login_attempts`
  WHERE `id` IN (
      SELECT `id` FROM `login_attempts`
      WHERE `account_id` = NEW.account_id AND (`outcome` = 'success') = (NEW.outcome = 'success')
      ORDER BY `at_ms` DESC, `id` DESC LIMIT -1 OFFSET 30)
    AND (NEW.outcome <> 'success' OR `id` NOT IN (
      SELECT MAX(`id`) FROM `login_attempts`
      WHERE `account_id` = NEW.account_id AND `outcome` = 'success'
      GROUP BY `device`, `place`));
END;
--> statement-breakpoint

-- An account keeps its latest 50 notifications (D-169). Those of a lockout are counted apart, because whoever knows an address can cause
-- as many as they like.
CREATE TRIGGER `notifications_bound`
AFTER INSERT ON `notifications`
BEGIN
  DELETE FROM `notifications` WHERE `id` IN (
    SELECT `id` FROM `notifications`
    WHERE `account_id` = NEW.account_id AND (`type` = 'sign_in_locked') = (NEW.type = 'sign_in_locked')
    ORDER BY `created_at_ms` DESC, `id` DESC LIMIT -1 OFFSET 50);
END;
