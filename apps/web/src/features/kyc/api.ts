import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import type { DataOfForm, KycDocumentId } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { meQuery } from '../../api/queries';
import { send } from '../../api/send';
import { upload } from '../../api/upload';
import { useAuth } from '../../session/auth.store';
import { readToken } from '../../session/token';
import type { KycValues } from './form-values';

interface Answer {
  data: DataOfForm;
  user: User;
}

export type ChosenDocuments = Partial<Record<KycDocumentId, File>>;

function keep({ data, user }: Answer): DataOfForm {
  useAuth.setState({ DataOfForm: data, user });
  return data;
}

/** Read anew on every visit, and not behind the back of someone who is typing. */
export const kycQuery = (email: string) =>
  queryOptions({
    queryKey: ['kyc'],
    queryFn: async ({ signal }) => keep(await send(routes.getKyc, { email }, { signal })),
    staleTime: Infinity,
    gcTime: 0,
  });

/** What Save Progress and Save Changes send: documents travel as files, never inside it. */
const wire = ({ companyDetails, commercialInfo }: KycValues) => ({ companyDetails, documents: {}, commercialInfo });

export function useSaveProgress(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (data: KycValues) => send(routes.saveKycProgress, { userId, kycData: wire(data) }),
    onSuccess: (answer) => client.setQueryData(kycQuery(answer.user.email).queryKey, keep(answer)),
  });
}

export function useSubmitKyc(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ data, files, onProgress }: { data: KycValues; files: ChosenDocuments; onProgress: (loaded: number, total: number) => void }) =>
      upload<Answer>(routes.updateKyc, { userId, kycData: wire(data) }, files as Record<string, File>, { onProgress }),
    onSuccess: async (answer) => {
      client.setQueryData(kycQuery(answer.user.email).queryKey, keep(answer));
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

/** A stored document as the browser can show it. */
export async function loadDocument(fileUrl: string): Promise<Blob> {
  const response = await fetch(fileUrl, { headers: { Authorization: `Bearer ${readToken() ?? ''}` } });
  if (!response.ok) throw new Error('The document could not be loaded');
  return response.blob();
}
