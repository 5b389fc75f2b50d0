import { users as table } from '#domain/users/endpoints.ts';
import { area } from '../lib/area.ts';
import {
  changePassword,
  markUpdatesSeen,
  readPicture,
  removePicture,
  saveAppearance,
  saveProfile,
  setPicture,
} from './profile.ts';
import { endSession, listSessions } from './sessions.ts';
import { deleteView, listViews, saveView } from './views.ts';

export const users = area(table, {
  verbs: {
    'PUT /users/me': saveProfile,
    'PUT /users/me/password': changePassword,
    'PUT /users/me/picture': setPicture,
    'DELETE /users/me/picture': removePicture,
    'GET /users/:id/picture': readPicture,
    'PUT /users/me/appearance': saveAppearance,
    'PUT /users/me/updates-seen': markUpdatesSeen,
    'GET /users/me/sessions': listSessions,
    'DELETE /users/me/sessions/:id': endSession,
    'GET /users/me/views': listViews,
    'POST /users/me/views': saveView,
    'DELETE /users/me/views/:id': deleteView,
  },
});
