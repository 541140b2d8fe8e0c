import { InvalidArgumentError } from 'commander';

/**
 * A command that was called with a wrong value. Thrown by the reader of an option or argument, or
 * below `answer`; the message is printed with the help of that command, and the exit code is 2.
 */
export class UsageError extends InvalidArgumentError {
  override readonly name = 'UsageError';
}
