import type { RequestDetails } from '@tradepost/contracts/requests';
import { Flex, Typography } from 'antd';
import { useMay } from '../../../session/may';
import { ExchangeCard } from '../../../ui/exchange/exchange-page';
import { AssigneeMenu } from './assignee-menu';
import { useTeamSize } from '../../../ui/person/people';
import { useAssigneeAway } from './people';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

/** Who of the company takes care of the request; nothing while the company has one person only. */
export function AssignmentCard({ details: { role, request, transfer } }: { details: RequestDetails }) {
  const isTeam = (useTeamSize() ?? 0) > 1;
  const mayAnswer = useMay('requests');
  const away = useAssigneeAway(request.assignee);
  if (role !== 'sender' || (!isTeam && !request.assignee)) return null;
  const isOpen = request.status === 'pending' || transfer?.status === 'live';
  return (
    <ExchangeCard title={t('Assigned to')}>
      <Flex vertical gap={8} align="flex-start">
        <AssigneeMenu request={request} isOpen={isOpen} />
        {away && <Typography.Text type="warning">{away}</Typography.Text>}
        {mayAnswer && isOpen && (
          <Typography.Text type="secondary" className={layout.small}>
            {t('The person is notified. Others can still answer the request.')}
          </Typography.Text>
        )}
      </Flex>
    </ExchangeCard>
  );
}
