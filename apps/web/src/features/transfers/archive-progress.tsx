import { useQuery } from '@tanstack/react-query';
import type { ArchiveStatus } from '@tradepost/contracts/requests';
import { Flex, Progress, Typography } from 'antd';
import { archiveProgressQuery } from '../../api/queries';

/** How far the archive of a transfer is, while it is being built. */
export function ArchiveProgress({ transferId, status }: { transferId: string; status: ArchiveStatus }) {
  const { data: percent } = useQuery(archiveProgressQuery(transferId));
  if (status !== 'building' || percent === undefined) return null;
  return (
    <Flex gap={8} align="center" style={{ marginTop: 4 }}>
      <Typography.Text type="secondary" style={{ fontSize: 13 }}>
        Archive
      </Typography.Text>
      <Progress percent={percent} size="small" style={{ minWidth: 90, margin: 0 }} aria-label="Archive being built" />
    </Flex>
  );
}
