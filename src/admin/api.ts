import { section, serve } from '#core/http/http.ts'
import * as disputes from '#src/finance/dispute/dispute.shared.ts'
import * as dispute from './disputes/list.ts'
import * as users from './users/user.shared.ts'
import * as user from './users/user.ts'

// oxfmt-ignore
export const adminApi = [
  ...section('Users', [
    serve(users.listUsers,   'admin', user.list, 'List people of the company’s email domains'),
    serve(users.getUserRole, 'admin', user.get,  'Get a person’s role and its changes'),
    serve(users.putUserRole, 'admin', user.put,  'Grant or withdraw the creator role'),
  ]),
  ...section('Disputes', [
    serve(disputes.listDisputes, 'admin', dispute.list, 'List disputed card payments'),
  ]),
]
