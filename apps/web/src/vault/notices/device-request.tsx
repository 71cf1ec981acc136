import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t';
import { handoverQuery } from '../sso-key/handover-query';
import { useVaultStore } from '../vault.store';
import { NoticeRow } from './notice-row';

/** For a person without a password: what another device of theirs asks for comes before all other notices. */
export default function DeviceRequest({ otherwise }: { otherwise: ReactNode }) {
  const { dialog } = useVaultStore();
  const { data: handover } = useQuery(handoverQuery);
  if (!handover || handover.startedHere || handover.given || dialog) return otherwise;
  return (
    <NoticeRow
      type="warning"
      title={t('Another device asks for your encryption key')}
      description={t('If you are setting it up, type the number that it shows. If not, refuse it.')}
      action={{ text: t('See the request'), dialog: { kind: 'handover' } }}
    />
  );
}
