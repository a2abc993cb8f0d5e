# syntax=docker/dockerfile:1

# Everything is built here, models included, so that the image starts on a machine without a registry.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY core/package.json core/
COPY db/package.json db/
COPY face/package.json face/
COPY api/package.json api/
COPY server/package.json server/
COPY demo/package.json demo/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY tools/package.json tools/
RUN npm ci
COPY . .
RUN npm run build && npm run models
# Only the packages of the server: build tools, the web app's libraries and the tests' browsers stay behind.
RUN rm -rf node_modules && npm ci --omit=dev --workspace @rollcall/server

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    DEMO_MODE=false \
    HOST=0.0.0.0 \
    PORT=5000 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/server/package.json server/
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/models models
# `docker compose exec app rollcall status`
RUN printf '#!/bin/sh\nexec node /app/server/dist/cli.js "$@"\n' > /usr/local/bin/rollcall && chmod +x /usr/local/bin/rollcall \
  && mkdir /data && chown node:node /data
USER node
VOLUME /data
# 8443 with HTTPS=local
EXPOSE 5000 8443
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/api/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
# The server itself is process 1: it receives the stop signal and closes the database.
CMD ["node", "server/dist/main.js"]
