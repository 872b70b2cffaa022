-- Kind and country of a document stayed in the events of sessions that were erased before.
UPDATE `events` SET `body` = json_remove(`body`, '$.data.checks.document.document_type', '$.data.checks.document.country') WHERE `session_id` IN (SELECT `id` FROM `verification_sessions` WHERE `erased_at_ms` IS NOT NULL);
