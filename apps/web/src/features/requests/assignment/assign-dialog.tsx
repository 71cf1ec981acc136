import type { RequestView } from '@tradepost/contracts/requests';
import { Button, Flex, Modal, Typography } from 'antd';
import { useState } from 'react';
import { useUser } from '../../../session/auth.store';
import { awayText, useMember } from '../../../ui/person/people';
import { PersonSearch } from '../../../ui/person/person-search';
import { mayTake } from './people';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

interface AssignDialogProps {
  request: RequestView;
  onAssign: (userId: string) => Promise<unknown>;
  onClose: () => void;
}

/** Chooses who takes care of the request, in a company of more people than a menu can list. */
export function AssignDialog({ request, onAssign, onClose }: AssignDialogProps) {
  const { id } = useUser();
  const [chosen, setChosen] = useState('');
  const person = useMember(chosen || undefined);
  const away = person && awayText(person);
  return (
    <Modal
      open
      title={t('Assign the request from {companyName}', { companyName: request.companyName })}
      onCancel={onClose}
      footer={null}
      width={440}
    >
      <Flex vertical gap={16}>
        <PersonSearch
          aria-label={t('Assigned to')}
          may={mayTake(request)}
          except={id}
          fixed={[]}
          value={chosen}
          onChange={setChosen}
          className={layout.fullWidth}
        />
        {away && <Typography.Text type="warning">{away}</Typography.Text>}
        <Flex gap={8} justify="flex-end">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="primary" disabled={!chosen} onClick={() => void onAssign(chosen).then(onClose)}>
            {t('Assign')}
          </Button>
        </Flex>
      </Flex>
    </Modal>
  );
}
