import { addressKey } from '@tradepost/contracts/values/address';
import { routes } from '@tradepost/contracts/routes';
import type { FolderView } from '@tradepost/contracts/storage';
import { create } from 'zustand';
import { queryClient } from '../../../api/query-client';
import { send } from '../../../api/send';
import { onLeave } from '../../../session/auth.store';
import { warnBeforeUnload } from '../../../ui/question/unload-warning';
import { invitePartner } from '../api';
import type { FileTerms } from '../upload/terms';
import { hasEnded } from '../upload/upload-item';
import { addUploads, useUploads } from '../upload/uploads.store';
import { t } from '../../../i18n/t';

/** What the person wants to send. */
export interface Shipment {
  files: File[];
  email: string;
  /** The address belongs to no partner yet, so it is invited first. */
  isNew: boolean;
  folderName: string;
  terms: FileTerms;
  /** When the partner's access ends; null if it does not. */
  until: string | null;
}

export type SendStep = 'folder' | 'partner' | 'files' | 'delivery' | 'done';

interface Sending {
  /** Also of its folder, which is made once even if the answer is lost and the step is taken again. */
  id: string;
  shipment: Shipment;
  step: SendStep;
  folder?: FolderView;
  /** Uploads of the files, in the queue of the whole app. */
  uploadIds: string[];
  /** Uploaded files, once all have ended. */
  sent: number;
  /** Why it stopped. `FILES`: some files were not uploaded. */
  problem?: Error | 'FILES';
}

/** One shipment at a time. It continues while the person visits other screens. */
export const useSending = create<{ sending: Sending | null }>(() => ({ sending: null }));

const { getState, setState } = useSending;
const change = (changed: Partial<Sending>) =>
  setState(({ sending }) => ({ sending: sending && { ...sending, ...changed } }));
const withoutProblem = ({ problem: _solved, ...sending }: Sending): Sending => sending;

export function startSending(shipment: Shipment) {
  setState({ sending: { id: crypto.randomUUID(), shipment, step: 'folder', uploadIds: [], sent: 0 } });
  void run();
}

/** Continues where it stopped. */
export function resumeSending() {
  setState(({ sending }) => ({ sending: sending && withoutProblem(sending) }));
  void run();
}

/** Sends without the files that were not uploaded. */
export function sendTheRest() {
  setState(({ sending }) => ({ sending: sending && { ...withoutProblem(sending), step: 'delivery' } }));
  void run();
}

export const endSending = () => setState({ sending: null });

/** The uploads of this shipment that are still in the queue of the app. */
const itemsOf = ({ uploadIds }: Sending) => useUploads.getState().items.filter(({ id }) => uploadIds.includes(id));

/** Performs each step once; a failed step is repeated when the person chooses to. */
async function run() {
  try {
    for (let sending = getState().sending; sending && sending.step !== 'done'; sending = getState().sending) {
      if (sending.problem) return;
      await steps[sending.step](sending);
    }
  } catch (error) {
    change({ problem: error instanceof Error ? error : new Error(t('An unknown error occurred')) });
  } finally {
    for (const key of ['folders', 'files', 'stats', 'invitations', 'partners'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

const steps: Record<Exclude<SendStep, 'done'>, (sending: Sending) => Promise<void>> = {
  async folder({ id, shipment: { folderName } }) {
    const folder = await (await import('../folder/create-folder')).createFolder(folderName, id);
    change({ folder, step: 'partner' });
  },
  async partner({ shipment: { email, isNew } }) {
    if (isNew) await invitePartner(email);
    change({ step: 'files' });
  },
  async files(sending) {
    const { folder, shipment, uploadIds } = sending;
    if (!folder) return;
    if (uploadIds.length === 0)
      change({
        uploadIds: addUploads({ folderId: folder.id, folderName: folder.name, given: shipment.terms }, shipment.files),
      });
    const ended = await uploadsEnded();
    if (!ended) return;
    const sent = itemsOf(ended).filter(({ state }) => state === 'done').length;
    const isComplete = sent === shipment.files.length;
    change({ sent, ...(isComplete ? { step: 'delivery' as const } : { problem: 'FILES' as const }) });
  },
  async delivery({ folder, shipment: { email, until } }) {
    if (!folder) return;
    const folders = await send(routes.folders, {});
    const filled = folders.find(({ id }) => id === folder.id) ?? folder;
    await (await import('../../../sealing/recorded')).recordDelivered(filled, [email]);
    const delivered = await send(routes.deliver, { id: folder.id, email: [email], ...(until && { until }) });
    if (!delivered.emails.some((one) => addressKey(one) === addressKey(email)))
      throw new Error(t('{email} did not get access. Try again.', { email }));
    change({ folder: delivered, step: 'done' });
  },
};

/** Waits until no file is being uploaded. @returns null when the person has signed out */
function uploadsEnded(): Promise<Sending | null> {
  return new Promise((resolve) => {
    const check = () => {
      const { sending } = getState();
      if (sending && !itemsOf(sending).every(hasEnded)) return;
      stop();
      resolve(sending);
    };
    const stops = [useUploads.subscribe(check), useSending.subscribe(check)];
    const stop = () => stops.forEach((one) => one());
    check();
  });
}

let stopWarning: (() => void) | undefined;
/** Closing the page ends the shipment, on every screen. */
useSending.subscribe(({ sending }) => {
  if (sending && sending.step !== 'done') return (stopWarning ??= warnBeforeUnload());
  stopWarning?.();
  stopWarning = undefined;
});

/** Signing out ends the shipment with its uploads, and so does acting for another company. */
onLeave(() => endSending());
