-- What is taken out of the search's index is gone from its pages, too; it would otherwise stay until they are merged.
INSERT INTO `account_search` (`account_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO `account_search` (`account_search`) VALUES ('optimize');
