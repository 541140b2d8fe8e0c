import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { memberRoutes, operatorRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { disputeFileOperations } from './dispute-file-operations.ts';
import { limitUploads } from './dispute-file-schemas.ts';

/** The routes of the files of disputes. */
export function disputeFilesApi(api: ApiContext): RoomRoutes {
  const { config, panel } = api;
  const ofPanel = { ...panel, limitUpload: limitUploads() };
  return {
    api: [programRoutes(disputeFileOperations, { ...api, limitUpload: limitUploads() }, config)],
    panel: [memberRoutes(disputeFileOperations, ofPanel)],
    operators: [operatorRoutes(disputeFileOperations, ofPanel)],
  };
}
