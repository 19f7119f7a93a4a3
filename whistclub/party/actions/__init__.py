"""What changes parties: each verb opens the transaction, locks the party first, and leaves a line in its log."""
