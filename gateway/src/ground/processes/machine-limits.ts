import {
  createSlots,
  type LimitedHolder,
  type SlotAnswer,
  type Slots,
} from '../work/concurrency-limits.ts';
import { memoryCounts } from '../work/window-counts.ts';
import type { CountResult, CountStep, SlotRequest } from './messages.ts';
import { runStep } from './primary-limits.ts';

interface HeldSlot {
  readonly slots: Slots;
  readonly holders: readonly LimitedHolder[];
}

/** The counts that the primary keeps for its HTTP processes, which are named by number. */
export interface MachineLimits {
  count(steps: readonly CountStep[]): Promise<readonly CountResult[]>;
  take(processId: number, request: SlotRequest): SlotAnswer;
  free(processId: number, slot: number): void;
  /** Frees the slots of a process that has ended. */
  freeAll(processId: number): void;
}

/** Creates the counts in the memory of the primary. */
export function createMachineLimits(): MachineLimits {
  const counts = memoryCounts();
  const slotsByKind = new Map<string, Slots>();
  const heldByProcess = new Map<number, Map<number, HeldSlot>>();

  function slotsOf(kind: string, total: number): Slots {
    const slots = slotsByKind.get(kind) ?? createSlots(total);
    slotsByKind.set(kind, slots);
    return slots;
  }

  function free(processId: number, slot: number): void {
    const held = heldByProcess.get(processId);
    const taken = held?.get(slot);
    taken?.slots.free(taken.holders);
    held?.delete(slot);
  }

  return {
    count: (steps) =>
      Promise.all(
        steps.map(async (step) => {
          const { count, msLeft } = await runStep(counts, step);
          return [count, msLeft] as const;
        }),
      ),
    take(processId, { slot, kind, total, holders }) {
      const slots = slotsOf(kind, total);
      const answer = slots.take(holders);
      if (answer !== 'taken') return answer;
      const held = heldByProcess.get(processId) ?? new Map<number, HeldSlot>();
      heldByProcess.set(processId, held.set(slot, { slots, holders }));
      return answer;
    },
    free,
    freeAll(processId) {
      for (const slot of [...(heldByProcess.get(processId)?.keys() ?? [])]) free(processId, slot);
      heldByProcess.delete(processId);
    },
  };
}
