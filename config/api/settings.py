"""Settings of Django REST framework and its OpenAPI generator; read by config/settings."""

from typing import Any

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["config.api.protocol.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["config.api.protocol.permissions.HasScope"],
    "DEFAULT_THROTTLE_CLASSES": ["config.api.protocol.throttles.CallerThrottle"],
    "DEFAULT_PARSER_CLASSES": ["config.api.protocol.json_parser.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "config.api.protocol.content_negotiation.AlwaysJson",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "config.api.protocol.errors.handle_exception",
    # The address of the connection counts. A proxy that is trusted has put the visitor's there (FORWARDED_ALLOW_IPS).
    "NUM_PROXIES": 0,
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "DEFAULT_GENERATOR_CLASS": "config.api.openapi.schema_generator.DescriptionGenerator",
    "TITLE": "Auskunft",
    "VERSION": "1",
    "DESCRIPTION": "Ask documents, search them, upload and withdraw them, say who reads them, rewrite texts plainly.",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PUBLIC": True,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "PREPROCESSING_HOOKS": ["config.api.openapi.openapi_document.keep_versioned_endpoints"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.api.openapi.openapi_document.add_error_responses",
        "config.api.openapi.openapi_document.forbid_additional_properties",
    ],
}
