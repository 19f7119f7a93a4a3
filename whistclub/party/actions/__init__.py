"""What changes parties: each verb opens the transaction, holds the party first, and leaves a line in its log."""
