import { DAY_SECONDS, HOUR_SECONDS } from '#src/ground/durations.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { targetRulesOf } from '#src/ground/http/target-rules.ts';
import { refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import type { ExamDeps } from './create-exam.ts';
import { examOperations } from './exam-operations.ts';

/** Each exam sends about nine requests. */
const EXAMS_OF_MERCHANT = { max: 50, seconds: DAY_SECONDS };
const EXAMS_OF_ADDRESS = { max: 50, seconds: HOUR_SECONDS };
const EXAMS_OF_HOST = { max: 50, seconds: HOUR_SECONDS };

/** The functions that rooms above hand to exams. */
export interface ExamsParts {
  readonly readCharge: ExamDeps['readCharge'];
}

/** The routes of exams. */
export function examsApi(api: ApiContext, { readCharge }: ExamsParts): RoomRoutes {
  const { config, rateLimits } = api;
  const countExam: ExamDeps['countExam'] = async ({ merchantId, address, host }) => {
    const limits = [
      { name: `exams ${merchantId}`, ...EXAMS_OF_MERCHANT },
      { name: `exams from ${clientNetwork(address)}`, ...EXAMS_OF_ADDRESS },
      { name: `exams of ${host}`, ...EXAMS_OF_HOST },
    ];
    for (const { name, max, seconds } of limits) {
      refuseExceeded(await rateLimits.countAttempt(name, max, seconds));
    }
  };
  const exams = { ...api, targetRules: targetRulesOf(config), readCharge, countExam };
  return {
    api: [programRoutes(examOperations, exams, config)],
    panel: [memberRoutes(examOperations, exams)],
  };
}
