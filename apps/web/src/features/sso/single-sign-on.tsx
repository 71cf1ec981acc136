import { useQuery } from '@tanstack/react-query';
import type { ProvidedRole } from '@tradepost/contracts/roles';
import { Card, Flex } from 'antd';
import { QueryResult } from '../../ui/list/query-result';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { ssoQuery } from './api';
import { ConnectionCard } from './connection-card';
import { DomainsCard } from './domains-card';
import { EnforceCard } from './enforce-card';
import { ScimCard } from './scim-card';

/** The owner's settings of single sign-on. @param roleName of a member's role */
export function SingleSignOn({ roleName }: { roleName: (role: ProvidedRole) => string }) {
  const settings = useQuery(ssoQuery);
  return (
    <QueryResult
      query={settings}
      placeholder={
        <Card>
          <SkeletonList rows={4} />
        </Card>
      }
    >
      {(found) => (
        <Flex vertical gap={16}>
          <DomainsCard domains={found.domains} />
          <ConnectionCard settings={found} roleName={roleName} />
          <EnforceCard settings={found} />
          <ScimCard isReady={found.domains.some(({ verifiedAt }) => verifiedAt)} />
        </Flex>
      )}
    </QueryResult>
  );
}
