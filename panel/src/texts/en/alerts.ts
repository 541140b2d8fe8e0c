import type { texts as pt } from '#texts/alerts.ts';

export const texts: typeof pt = {
  title: 'Alert',
  back: 'Health',
  raised: 'Active alert',
  over: 'In order now',
  notMeasured: 'Not measured in this installation',
  what: 'What happened',
  value: 'Measured now',
  limit: 'Raised above',
  toldAt: 'Last e-mail to operators',
  notTold: 'No e-mail was sent',
  solve: 'Open the page that solves it',
  choices: 'What you can do',
  openPage: 'Open',
  runbook: 'Read the complete procedure',
  bank: 'What the bank last said',
  facts: 'Facts of the moment',
  items: 'What it is about',
  itemsHint: 'Up to 20. The page that solves it shows all.',
  itemsCaption: 'Operations of the alert',
  noItems: 'Nothing waits now.',
  silence: 'Silence for 1 hour',
  silenceHint:
    'For an hour no e-mail tells of this alert, and the home page doesn’t show it. Then it returns by itself.',
  silenced: (until, by) => `Silenced until ${until} by ${by}`,
  silencedShort: (count) => (count === 1 ? '1 alert is silenced' : `${count} alerts are silenced`),
  unsilence: 'Tell again now',
  silenceDone: 'The alert is silenced for an hour.',
  unsilenceDone: 'The alert tells again.',
  see: 'What to do',
  what1: 'Operation',
  merchant: 'Merchant',
  amount: 'Amount',
  since: 'Since',
  bankColumn: 'The bank',
  kinds: {
    payout: 'Payout',
    refund: 'Refund',
    charge_batch: 'Batch of charges',
    incoming_payment: 'Incoming payment',
    dispute: 'Dispute',
    reconciled_day: 'Reconciled day',
    ledger_rule: 'Rule of the ledger',
  },
  ids: { id: 'Id', endToEndId: 'EndToEndId', charge: 'Charge' },
  counts: {
    day: (count) => `Discrepancies: ${count}`,
    rule: (count) => `Differences: ${count}`,
  },
  deadline: (time) => `Deadline: ${time}`,
  bankWords: {
    not_sent: 'The bank has not got the order yet. The gateway will try again.',
    no_answer: 'No clear answer. The bank has never shown the operation.',
    in_progress: 'The bank knows the operation and gave no result.',
    received: 'The bank received this money.',
    waits_for_defense: 'The bank waits for the defence.',
    differs: 'The bank has other numbers.',
  },
  lastAttempt: (time) => `Last attempt: ${time}`,
  comparedAt: (time) => `Compared on ${time}`,
  factNames: {
    owed: 'Owed to merchants and payers',
    at_bank: 'At the bank, by the last reconciliation',
    bank_day: 'Day of the last reconciliation with a balance',
    bank_said: 'Balance that the bank reported on that day',
    bank_failure: 'Last failure when the bank was asked',
    bank_failures: 'Failures in a row',
    booked_until: 'Incoming payments read until',
    verification: 'Verification',
    verified_at: 'Verified at',
    waiting: 'Deliveries in the queue',
    running: 'Deliveries in progress',
    workers: 'Active processes',
    backup: 'Restored backup',
    backup_at: 'Last complete backup',
    failed_file: 'File that was not copied',
    failed_at: 'Last failure',
    archived_at: 'Last file that was copied',
    reached_at: 'Data restored until',
    restored_at: 'Restored at',
  },
  causes: {
    bank_balance_low: {
      what: 'The bank holds less than the platform owes to merchants and payers. The platform’s own money is used up: by fees of the bank, by payments that it made after a failure, by debts of merchants, or because money is missing at the bank.',
      choices: [
        {
          act: 'Reconcile today',
          effect: 'Compares each movement with the bank. No balance changes.',
          page: '/operador/conciliacao',
        },
        {
          act: 'Stop all payouts, if there is a balance discrepancy',
          effect:
            'New payouts of all merchants are accepted and wait in the queue. Refunds go on. It lasts until an operator resumes payouts.',
          page: '/operador/retidos',
        },
        {
          act: 'Transfer the missing amount to the account at the bank',
          effect:
            'Post it afterwards with the command ledger move. No balance of a merchant changes, and the alert ends within five minutes.',
        },
      ],
    },
    ledger_rule_broken: {
      what: 'The last verification found a broken rule of the ledger: entries and balances don’t agree.',
      choices: [
        {
          act: 'Stop all payouts',
          effect:
            'New payouts of all merchants wait in the queue, and no money leaves while the cause is unknown. Refunds go on.',
          page: '/operador/retidos',
        },
        {
          act: 'Keep the report and compare with the bank',
          effect:
            'Entries are never edited. A correction is a new posting, made only after the cause is found.',
          page: '/operador/livro',
        },
        {
          act: 'Verify again',
          effect:
            'Reads the entries again and changes nothing. The alert ends with the next verification without differences.',
          page: '/operador/livro',
        },
      ],
    },
    reconciliation_discrepancy: {
      what: 'On some days the numbers here and those of the bank differ.',
      choices: [
        {
          act: 'Open the day and read each discrepancy',
          effect: 'Shows the amount here and at the bank, with the ids. It changes nothing.',
          page: '/operador/conciliacao',
        },
        {
          act: 'Compare the day again, after the cause is resolved',
          effect: 'Asks the bank again. The alert ends when the days have no discrepancy.',
          page: '/operador/conciliacao',
        },
      ],
    },
    unmatched_payment: {
      what: 'The bank received payments that belong to no charge. The money waits outside the merchants’ balances until an operator decides.',
      choices: [
        {
          act: 'Assign it to a merchant',
          effect:
            'The amount is added to the balance of this merchant. A wrong assignment can be undone once.',
          page: '/operador/recebimentos',
        },
        {
          act: 'Return it to the payer at the bank, and mark it as returned',
          effect:
            'Mark it only after the return: the amount leaves the ledger, and that can’t be undone.',
          page: '/operador/recebimentos',
        },
      ],
    },
    payouts_stuck: {
      what: 'Live payouts or refunds have waited for a result of the bank for more than an hour. The amount stays reserved in the merchant’s account.',
      choices: [
        {
          act: 'Wait, if the bank is down',
          effect:
            'The orders continue by themselves when it is back. The merchant loses nothing and can’t withdraw the amount again.',
        },
        {
          act: 'Propose “The bank paid”',
          effect:
            'The reserved amount leaves the merchant’s account, and the operation ends. Another operator must approve.',
          page: '/operador/retidos',
        },
        {
          act: 'Propose “The bank did not pay”',
          effect:
            'The amount returns to the merchant’s balance and can be withdrawn again. If the bank paid, the money leaves twice.',
          page: '/operador/retidos',
        },
        {
          act: 'Don’t pay it outside the gateway',
          effect: 'It may still send the same order, and the beneficiary would be paid twice.',
        },
      ],
    },
    charge_batches_waiting: {
      what: 'The bank has registered no charge of a batch for more than ten minutes. The merchant sees in the batch since when it waits. Single live charges probably fail too.',
      choices: [
        {
          act: 'Test the connection with the command bank check',
          effect:
            'It says whether the certificate has expired, the secret has changed or the bank doesn’t answer. It moves no money.',
        },
        {
          act: 'Wait, if the bank is down',
          effect:
            'The batch continues by itself, and each line makes one charge. Lines that the bank has not registered within 24 hours are refused, and the merchant sends them again.',
        },
        {
          act: 'Tell the merchants with an incident',
          effect: 'All of them see it in the panel and on the status page.',
          page: '/operador/incidentes',
        },
      ],
    },
    dispute_deadline: {
      what: 'Disputes without a defence are due within 24 hours. The amount is blocked in the merchant’s account.',
      choices: [
        {
          act: 'Ask the merchant for the defence',
          effect:
            'Only the merchant writes it, on the page of the dispute. Without a defence the bank decides alone, and the amount may return to the payer.',
          page: '/operador/contestacoes',
        },
        {
          act: 'Close it as the bank decided',
          effect:
            'Only if the bank has decided. Accepted: the blocked amount goes to the payer. Rejected: it returns to the merchant’s balance.',
          page: '/operador/contestacoes',
        },
      ],
    },
    collector_behind: {
      what: 'The bank’s list of incoming payments has not been read to its end for more than an hour. Payments that the bank reports are still booked; the others wait.',
      choices: [
        {
          act: 'Test the connection with the command bank check',
          effect:
            'Says whether the certificate expired, the secret changed or the bank doesn’t answer. No money moves.',
        },
        {
          act: 'Wait, if the bank is down',
          effect: 'Reading continues where it stopped when the bank is back. No payment is lost.',
        },
        {
          act: 'Tell the merchants by an incident',
          effect: 'All of them see it in the panel and on the status page.',
          page: '/operador/incidentes',
        },
      ],
    },
    webhook_backlog: {
      what: 'Webhooks that are due have waited in the queue for more than ten minutes. The merchants’ systems learn of payments late.',
      choices: [
        {
          act: 'Start another process with ROLES=worker',
          effect: 'The queue is emptied faster. No delivery is repeated.',
        },
        {
          act: 'See which addresses fail',
          effect: 'A slow address of one merchant doesn’t delay the others. It changes nothing.',
          page: '/operador/saude',
        },
        {
          act: 'Tell the merchants by an incident',
          effect: 'All of them see it in the panel and on the status page.',
          page: '/operador/incidentes',
        },
      ],
    },
    backup_old: {
      what: 'The last complete backup of the database is more than 26 hours old. Nothing is lost while the log is archived, but a restore takes longer.',
      choices: [
        {
          act: 'Make room in BACKUP_DIR, or mount the folder again',
          effect: 'The next backup is made by itself. Merchants notice nothing.',
        },
        {
          act: 'Make one now with the command backup now',
          effect: 'Reads the disk for some minutes. Payments and payouts go on.',
        },
      ],
    },
    log_archive_failing: {
      what: 'The database can’t copy its log. What was written since then would be lost together with this disk.',
      choices: [
        {
          act: 'Make room in BACKUP_DIR, or mount the folder again',
          effect:
            'PostgreSQL tries again each minute. Merchants notice nothing. The reason is in DATA_DIR/postgres.log.',
        },
        {
          act: 'Look at the free space in DATA_DIR',
          effect:
            'The log is kept there until it is copied. If the disk is full, everything stops.',
        },
      ],
    },
    restoration_open: {
      what: 'The gateway runs on data that was restored from a backup. The bank may know operations that are not here. Payouts and webhooks wait.',
      choices: [
        {
          act: 'Compare the days with the command restoration check',
          effect: 'Asks the bank about each day since the backup. It sends nothing.',
        },
        {
          act: 'Confirm with the command restoration confirm',
          effect:
            'Payouts and webhooks of all merchants are sent again. Confirm only when nothing is missing: a payout that was made and is unknown here would be sent again.',
        },
      ],
    },
  },
};
